-- Companies whose place in feeds with alerts may have changed since the feeds were last checked.
create table feed_changes (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  company_ids bigint[] not null,
  primary key (account_id, id)
);
select place_by_account('feed_changes');

-- When all leads were last checked for the alerts of the feed. Null: they must be.
alter table custom_feeds add column alerts_checked_at timestamptz;
