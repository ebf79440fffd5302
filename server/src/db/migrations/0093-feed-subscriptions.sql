-- Who subscribes to a feed is told of the leads that come into it: its owner by e-mail, a program of the account's by a webhook.
alter table custom_feeds add column webhook_secret text;
-- From when on leads are new. Null while nobody wants to hear of them.
alter table custom_feeds add column subscribed_at timestamptz;
-- When the leads that were there before were noted. Null until that is done.
alter table custom_feeds add column noted_at timestamptz;
alter table custom_feeds add column webhook_failing_since timestamptz;
-- When the webhook was given up because nobody answered for days. Naming an address again takes it up.
alter table custom_feeds add column webhook_disabled_at timestamptz;
update custom_feeds set subscribed_at = updated_at
where (subscription ->> 'email')::boolean or subscription ->> 'webhook' is not null;
create index custom_feeds_subscribed on custom_feeds (account_id, id) where subscribed_at is not null;

-- The leads of a feed that nobody needs to be told of any more.
create table feed_known_leads (
  account_id bigint not null,
  feed_id uuid not null,
  company_id bigint not null references companies (id),
  noted_at timestamptz not null,
  primary key (account_id, feed_id, company_id),
  foreign key (account_id, feed_id) references custom_feeds (account_id, id) on delete cascade
);
create index feed_known_leads_by_company on feed_known_leads (company_id);
select place_by_account('feed_known_leads');

-- What is told, and how it went. Written together with the leads that it tells of, so that none is told twice or never.
create table feed_deliveries (
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
  -- Of each attempt: when, the status of the answer, and what went wrong.
  log jsonb not null default '[]',
  primary key (account_id, id),
  foreign key (account_id, feed_id) references custom_feeds (account_id, id) on delete cascade
);
create index feed_deliveries_by_feed on feed_deliveries (account_id, feed_id, created_at desc);
create index feed_deliveries_pending on feed_deliveries (next_attempt_at) where status = 'pending';
select place_by_account('feed_deliveries');
