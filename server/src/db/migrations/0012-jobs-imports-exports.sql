-- Requests may add jobs, but cannot read the queue, which holds the jobs of all accounts. Jobs with a lower
-- priority number run first.
create function add_job(name text, payload json, key text, run_at timestamptz, max_attempts int, priority int default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as
$$ begin
  perform graphile_worker.add_job(
    identifier => name, payload => payload, job_key => key, run_at => run_at, max_attempts => max_attempts, priority => priority);
end $$;
revoke all on function add_job from public;

-- Changes to many records by one request. The changes and the end of the job are one transaction.
create table batch_jobs (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  type text not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  configuration jsonb not null,
  results jsonb,
  summary jsonb,
  errors jsonb,
  attempts int not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (account_id, id)
);
-- Finds the jobs whose worker has died.
create index batch_jobs_running on batch_jobs (created_at) where status = 'running';
select place_by_account('batch_jobs');

-- Jobs that may charge credits for each record: enrichment of companies, and finding the data of contacts.
create table record_jobs (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('company_enrichment_job', 'find_contact_data_job')),
  status text not null check (status in ('running', 'completed', 'failed')),
  configuration jsonb not null,
  estimated_credits int not null,
  errors jsonb,
  attempts int not null default 0,
  created_at timestamptz not null,
  -- Heartbeat of the worker. A job whose worker has died is given to another one.
  heartbeat_at timestamptz,
  completed_at timestamptz,
  primary key (account_id, id)
);
create index record_jobs_by_time on record_jobs (account_id, created_at);
create index record_jobs_running on record_jobs (created_at) where status = 'running';
select place_by_account('record_jobs');

-- The records of a job. Null status: not processed yet. An interrupted job continues with these.
create table record_job_items (
  account_id bigint not null,
  job_id uuid not null,
  record_id bigint not null,
  position int not null,
  status text,
  result jsonb,
  primary key (account_id, job_id, record_id),
  foreign key (account_id, job_id) references record_jobs (account_id, id) on delete cascade
);
create index record_job_items_open on record_job_items (account_id, job_id, position) where status is null;
select place_by_account('record_job_items');

-- Files uploaded in the web application. The file itself is in the file store until the import has ended.
create table imports (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  kind text not null,
  file_name text not null,
  stored_name text not null,
  bytes int not null,
  -- Counted during the upload, for the progress of the import.
  lines int not null default 0,
  status text not null check (status in ('checking', 'checked', 'running', 'done', 'failed')),
  -- Result of a dry run of the first lines. Deleted when the import has ended, because it holds content of the file.
  preview jsonb,
  -- How a user mapped the columns of the file to fields of the import. Null: the columns are used as they are.
  mapping jsonb,
  -- Set by the user who starts the import.
  ignore_unknown_columns boolean not null default false,
  ignored_columns text[] not null default '{}',
  shared_domains jsonb not null default '[]',
  fault text,
  last_line int not null default 0,
  read_lines int not null default 0,
  added int not null default 0,
  updated int not null default 0,
  refused int not null default 0,
  created_by bigint not null,
  created_at timestamptz not null,
  -- Heartbeat of the worker.
  heartbeat_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id)
);
create index imports_by_time on imports (account_id, created_at);
create index imports_under_way on imports (heartbeat_at) where status in ('checking', 'running');
select place_by_account('imports');

-- Mappings that users of an account saved under a name. The command stores its own in import_profiles.
create table import_mappings (
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null,
  name text not null,
  mapping jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, kind, name)
);
select place_by_account('import_mappings');

-- Rejected lines of an import, with the reasons.
create table import_errors (
  account_id bigint not null,
  import_id uuid not null,
  line int not null,
  reasons text[] not null,
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
select place_by_account('import_errors');

-- Imports that can be resumed, listed and undone, whether started by the command or in the web application.
create table import_runs (
  id bigint primary key,
  kind text not null,
  -- The format that was recognised, such as gleif; null for the columns of Leadlight itself.
  format text,
  file_name text not null,
  -- Identifies the file when an interrupted import is started again.
  fingerprint text not null,
  options jsonb not null default '{}',
  status text not null check (status in ('running', 'done', 'failed', 'undoing', 'undone')),
  last_line bigint not null default 0,
  read_lines bigint not null default 0,
  added bigint not null default 0,
  updated bigint not null default 0,
  refused bigint not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index import_runs_by_time on import_runs (started_at);
create index import_runs_by_file on import_runs (fingerprint) where status = 'running';

-- What an import changed, so that it can be undone.
create table import_changes (
  import_id bigint not null,
  -- What the record is: company, contact or block.
  record_kind text not null,
  record_id bigint not null,
  is_added boolean not null,
  -- Of a record that was there before: the values that were replaced, by column, and the domains and networks that it gained.
  before jsonb,
  primary key (import_id, record_kind, record_id)
);

-- How the columns of a file are called, saved under a name.
create table import_profiles (
  kind text not null,
  name text not null,
  mapping jsonb not null,
  created_at timestamptz not null,
  primary key (kind, name)
);

-- Looked up by id before the account is known, so stored on the coordinator and without a foreign key to accounts.
create table export_requests (
  id uuid primary key,
  account_id bigint not null,
  user_id bigint not null,
  -- `report` is the format of the earlier interface; the others are tables of leads as the web application shows them.
  format text not null default 'report',
  feed_id text not null,
  start_date date not null,
  end_date date not null,
  -- What the user had selected in the web application.
  selection jsonb,
  -- Additional attribute names, as configured at the time of the request: every download of the file is the same.
  aliases jsonb not null default '[]',
  status text not null check (status in ('pending', 'processed', 'failed')),
  -- Cannot be guessed. Null until the file is complete.
  file_name text unique,
  done_rows int not null default 0,
  total_rows int,
  attempts int not null default 0,
  created_at timestamptz not null,
  -- Heartbeat of the worker.
  heartbeat_at timestamptz,
  finished_at timestamptz
);
create index export_requests_by_account on export_requests (account_id, created_at);
create index export_requests_by_time on export_requests (created_at);
create policy auth on export_requests using (current_user = 'leadlight_auth');
