create table visitors (
  account_id bigint not null,
  id text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  email text,
  first_name text,
  last_name text,
  identified_at timestamptz,
  -- The e-mail address and time with which each name was last given. A name is shown while that address is the visitor's latest.
  named_first text,
  named_first_email text,
  named_first_at timestamptz,
  named_last text,
  named_last_email text,
  named_last_at timestamptz,
  -- Where the visitor was last seen on a company's own network.
  workplace_company_id bigint,
  workplace_confidence real,
  workplace_at timestamptz,
  primary key (account_id, id)
  -- Free space on each page lets a row be updated in place, without new index entries.
) with (fillfactor = 70);
create index visitors_by_email on visitors (account_id, lower(email)) where email is not null;
select place_by_account('visitors');

-- Values that many visits share. Ids are hashes of the content, so every process computes the same one.
create table pages (
  account_id bigint not null,
  id bigint not null,
  url text not null,
  hostname text not null,
  path text not null,
  title text,
  primary key (account_id, id)
);
select place_by_account('pages');

create table places (
  account_id bigint not null,
  id bigint not null,
  country_code text,
  region text,
  city text,
  postal_code text,
  latitude double precision,
  longitude double precision,
  primary key (account_id, id)
);
select place_by_account('places');

-- Why a visit is attributed to a company. Holds the network, never the visitor's address.
create table verdicts (
  account_id bigint not null,
  id bigint not null,
  company_id bigint,
  kind text not null,
  confidence real not null,
  -- Why the visit has no company, so that lists and figures need not read the facts of each verdict.
  no_company_reason text,
  network jsonb not null,
  evidence jsonb not null,
  -- What was known about the address at the time. A visit is judged again from these facts, because the address may be truncated or
  -- deleted by then. json, not jsonb: the id is a hash that depends on the order of the keys.
  facts json,
  primary key (account_id, id)
);
-- Merging a company updates its verdicts in every account.
create index verdicts_by_company on verdicts (account_id, company_id) where company_id is not null;
select place_by_account('verdicts');

-- The partitions are months. They are created with a fillfactor of 40: a visit grows to about twice its first size, and with less free
-- space on the page half of the updates moved it to another page, with a new entry in each of its indexes.
create table visits (
  account_id bigint not null,
  started_at timestamptz not null,
  -- The id of the visit's first event.
  id uuid not null,
  visitor_id text not null,
  company_id bigint,
  verdict_id bigint,
  place_id bigint not null,
  ended_at timestamptz not null,
  page_depth int not null,
  visit_length int not null,
  landing_page_id bigint,
  page_ids bigint[] not null,
  source text,
  medium text,
  campaign text,
  keyword text,
  referring_url text,
  device_type text,
  browser text,
  os text,
  ga_client_ids text[] not null,
  partner_cookies jsonb,
  ip inet,
  address_key bigint,
  -- Addresses of the visit besides the first one; few visits have any.
  further_address_keys bigint[],
  -- The hits of the visit in order, as JSON: enough to split or join visits again when a late event arrives. Stored as text, because it
  -- is read and written as a whole, and parsing it for jsonb took longer than writing all other columns.
  events text not null,
  goals jsonb not null,
  primary key (account_id, started_at, id)
) partition by range (started_at);
create index visits_by_visitor on visits (account_id, visitor_id, started_at);
create index visits_by_company on visits (account_id, company_id, started_at desc) where company_id is not null;
create index visits_by_address on visits (account_id, address_key) where address_key is not null;
create index visits_by_further_address on visits using gin (further_address_keys) where further_address_keys is not null;
create index visits_by_campaign on visits (account_id, campaign, started_at) where campaign is not null;
-- Few visits reach a goal: counting them reads this index alone.
create index visits_with_goals on visits (account_id, started_at) where goals <> '[]'::jsonb;
-- Goals by campaign are counted from this index alone.
create index visits_with_campaign_goals on visits (account_id, campaign, started_at) where campaign is not null and goals <> '[]'::jsonb;
select place_by_account('visits');

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
