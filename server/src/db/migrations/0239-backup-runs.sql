-- When backups were written, where, how large, and why one failed. Read by `status`, `doctor`, the metrics and the schedule.
create table backup_runs (
  id bigint primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  is_scheduled boolean not null,
  path text not null,
  bytes bigint,
  -- Null when it succeeded.
  error text,
  -- When BACKUP_KEEP deleted the file.
  deleted_at timestamptz
);
create index backup_runs_started on backup_runs (started_at);
