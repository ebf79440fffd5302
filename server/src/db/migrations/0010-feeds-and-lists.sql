create table feed_folders (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- True for a folder that a user created by itself: it stays when its last feed leaves. Other folders are deleted then.
  kept boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index feed_folders_name on feed_folders (account_id, lower(name));
select place_by_account('feed_folders');

create table custom_feeds (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  -- The id of the same feed in the earlier interface.
  number bigint not null,
  name text not null,
  description text,
  filters jsonb not null,
  sort text,
  -- Which columns of the list of leads the feed shows, and how wide they are. Null: the default.
  view jsonb,
  folder_id uuid,
  -- The user who created the feed, or to whom it was transferred.
  owner_id bigint,
  -- Alerts for new leads: by e-mail to the owner, by webhook to a program of the account.
  alert_settings jsonb not null default '{}',
  -- Leads after this time are new. Null while alerts are off.
  alerts_since timestamptz,
  -- When the leads that were already in the feed had been recorded as known. Null until then.
  known_leads_at timestamptz,
  webhook_secret text,
  webhook_failing_since timestamptz,
  -- When the webhook was turned off after failing for days. Saving an address turns it on again.
  webhook_disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint custom_feeds_number unique (account_id, number)
);
create index custom_feeds_by_folder on custom_feeds (account_id, folder_id) where folder_id is not null;
create index custom_feeds_with_alerts on custom_feeds (account_id, id) where alerts_since is not null;
select place_by_account('custom_feeds');

-- The number of leads of each feed in large accounts, where counting takes long. A cache: counts are by feed and filters.
create unlogged table feed_counts (
  account_id bigint primary key,
  last_day date not null,
  counts jsonb not null,
  counted_at timestamptz not null,
  took_ms int not null
);
select place_by_account('feed_counts');

-- Leads of a feed that need no alert any more.
create table alert_known_leads (
  account_id bigint not null,
  feed_id uuid not null,
  company_id bigint not null references companies (id),
  known_since timestamptz not null,
  primary key (account_id, feed_id, company_id),
  foreign key (account_id, feed_id) references custom_feeds (account_id, id) on delete cascade
);
create index alert_known_leads_by_company on alert_known_leads (company_id);
select place_by_account('alert_known_leads');

-- Alerts and how their delivery went. Written in one transaction with alert_known_leads, so that no lead is reported twice or never.
create table alert_deliveries (
  account_id bigint not null,
  id uuid not null,
  feed_id uuid not null,
  channel text not null check (channel in ('email', 'webhook')),
  status text not null check (status in ('pending', 'delivered', 'failed', 'dropped')),
  leads jsonb not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  completed_at timestamptz,
  attempts int not null default 0,
  -- For each attempt: the time, the response status and the error.
  log jsonb not null default '[]',
  primary key (account_id, id),
  foreign key (account_id, feed_id) references custom_feeds (account_id, id) on delete cascade
);
create index alert_deliveries_by_feed on alert_deliveries (account_id, feed_id, created_at desc);
create index alert_deliveries_pending on alert_deliveries (next_attempt_at) where status = 'pending';
select place_by_account('alert_deliveries');

create table lists (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  kind text not null check (kind in ('static', 'revealed', 'crm', 'feed')),
  scope text not null check (scope in ('company', 'contact')),
  name text not null,
  feed_id uuid,
  -- A list of the kind `crm` follows the records of one type in one CRM.
  crm text,
  crm_record_type text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
-- Users tell their lists apart by name. There is one list for a feed, for a type of CRM record, and for the revealed records of a scope.
create unique index lists_name on lists (account_id, scope, lower(name)) where kind = 'static';
create unique index lists_feed on lists (account_id, feed_id) where feed_id is not null;
create unique index lists_crm on lists (account_id, crm, crm_record_type) where kind = 'crm';
create unique index lists_revealed on lists (account_id, scope) where kind = 'revealed';
select place_by_account('lists');

create table list_items (
  account_id bigint not null,
  list_id bigint not null,
  item_id bigint not null,
  added_at timestamptz not null,
  primary key (account_id, list_id, item_id),
  foreign key (account_id, list_id) references lists (account_id, id) on delete cascade
);
create index list_items_by_item on list_items (account_id, item_id);
select place_by_account('list_items');

-- Pagination of the earlier interface: the time of the first page. Later pages leave out what came after it, or they would repeat leads
-- that new visits have moved down. Unlogged: a loss in a crash costs one repeated row.
create unlogged table pagination_snapshots (
  reader text primary key,
  until_at timestamptz not null,
  last_read_at timestamptz not null
);

-- The rows that each page has shown, so that the next page continues after them even if rows were added, deleted or moved in between.
create unlogged table pagination_pages (
  reader text not null,
  page_size int not null,
  page_number int not null,
  keys text[] not null,
  primary key (reader, page_size, page_number)
);
