-- What the people of an account make for themselves.
create table goals (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('page', 'form', 'download', 'event', 'outbound')),
  operator text not null,
  pattern text not null,
  value double precision,
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (account_id, id)
);
select place_by_account('goals');

create table custom_feeds (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  -- The id by which the earlier interface names the same feed.
  number bigint not null,
  name text not null,
  description text,
  filters jsonb not null,
  sort text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint custom_feeds_number unique (account_id, number)
);
select place_by_account('custom_feeds');

create table tags (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  name text not null,
  color smallint not null default 0 check (color between 0 and 9),
  primary key (account_id, id)
);
create unique index tags_name on tags (account_id, lower(name));
select place_by_account('tags');

create table lead_tags (
  account_id bigint not null,
  company_id bigint not null references companies (id),
  tag_id bigint not null,
  primary key (account_id, company_id, tag_id),
  foreign key (account_id, tag_id) references tags (account_id, id) on delete cascade
);
create index lead_tags_by_tag on lead_tags (account_id, tag_id);
select place_by_account('lead_tags');

create table lists (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  kind text not null check (kind in ('static', 'revealed', 'crm', 'feed')),
  scope text not null check (scope in ('company', 'contact')),
  name text not null,
  feed_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id)
);
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
