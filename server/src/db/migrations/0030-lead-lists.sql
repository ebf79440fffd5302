-- Leads of an interval are listed by their newest visit in it: found from the newest on, without summing the whole interval.
create index company_days_by_last_visit on company_days (account_id, last_visit_at desc, company_id);

-- The moment up to which a reader of a list has seen it: later pages leave out what came after the first one, or they would
-- repeat leads that new visits have pushed down. Lost in a crash, at the price of one repeated row.
create unlogged table list_walks (
  reader text primary key,
  until_at timestamptz not null,
  begun_at timestamptz not null
);

-- Looked up by id before the account is known, so it lives on the coordinator and holds no foreign key to accounts.
create table export_requests (
  id uuid primary key,
  account_id bigint not null,
  user_id bigint not null,
  feed_id text not null,
  start_date date not null,
  end_date date not null,
  status text not null check (status in ('pending', 'processed', 'failed')),
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Cannot be guessed; known once the file is whole.
  file_name text unique,
  -- When the worker that makes the file gave its last sign of life, and how many have tried.
  worked_at timestamptz,
  attempts int not null default 0
);
create index export_requests_by_account on export_requests (account_id, created_at);
create index export_requests_by_time on export_requests (created_at);
