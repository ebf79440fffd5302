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

-- Ids of companies in other registers, such as lei:5493001KJTIIGC8Y1R12. An import finds a company without a domain again by them.
create table company_external_ids (
  external_id text primary key,
  company_id bigint not null references companies (id)
);
create index company_external_ids_by_company on company_external_ids (company_id);
select place_everywhere('company_external_ids');

-- How the columns of a file are called, saved under a name.
create table import_profiles (
  kind text not null,
  name text not null,
  mapping jsonb not null,
  created_at timestamptz not null,
  primary key (kind, name)
);
