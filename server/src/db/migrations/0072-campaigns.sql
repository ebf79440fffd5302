-- What the visits of an account were brought by, with what its people noted about it. The list and the feed may be deleted
-- meanwhile: they are looked up, not referred to.
create table campaigns (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  utm_campaign text not null,
  name text not null,
  status text not null check (status in ('draft', 'active', 'paused', 'ended')),
  channel text,
  budget jsonb,
  starts_on date,
  ends_on date,
  discovered boolean not null,
  list_id bigint,
  custom_feed_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint campaigns_utm_campaign unique (account_id, utm_campaign)
);
select place_by_account('campaigns');
