-- Files that people bring through the web application. The file itself lies in the file store until it is done with.
create table imports (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  kind text not null,
  file_name text not null,
  stored_name text not null,
  bytes int not null,
  status text not null check (status in ('checking', 'checked', 'running', 'done', 'failed')),
  -- What a trial run of the first lines found; gone once the import has ended, as it holds what the file holds.
  preview jsonb,
  fault text,
  last_line int not null default 0,
  read_lines int not null default 0,
  added int not null default 0,
  updated int not null default 0,
  refused int not null default 0,
  created_by bigint not null,
  created_at timestamptz not null,
  worked_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id)
);
create index imports_by_time on imports (account_id, created_at);
create index imports_under_way on imports (worked_at) where status in ('checking', 'running');
select place_by_account('imports');

-- Lines that were refused, with the reasons.
create table import_refusals (
  account_id bigint not null,
  import_id uuid not null,
  line int not null,
  reasons text[] not null,
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
select place_by_account('import_refusals');
