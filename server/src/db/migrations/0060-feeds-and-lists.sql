-- Folders in which people keep their feeds. A folder is there as long as it holds a feed.
create table feed_folders (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index feed_folders_name on feed_folders (account_id, lower(name));
select place_by_account('feed_folders');

alter table custom_feeds add column folder_id uuid;
-- The user who made the feed, or to whom it was handed over.
alter table custom_feeds add column owner_id bigint;
alter table custom_feeds add column subscription jsonb not null default '{}';
create index custom_feeds_by_folder on custom_feeds (account_id, folder_id) where folder_id is not null;

-- People tell their lists apart by name; a feed has one list that follows it; what credits opened is one list for each scope.
create unique index lists_name on lists (account_id, scope, lower(name)) where kind = 'static';
create unique index lists_feed on lists (account_id, feed_id) where feed_id is not null;
create unique index lists_revealed on lists (account_id, scope) where kind = 'revealed';

-- Few visits reach a goal: counting them reads these alone.
create index visits_with_goals on visits (account_id, started_at) where goals <> '[]'::jsonb;

-- Jobs whose worker has died are found again.
create index batch_jobs_running on batch_jobs (created_at) where status = 'running';
