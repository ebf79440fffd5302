-- Further names of attributes, as they were set when the export was asked for: every download of a file is the same.
alter table export_requests add column aliases jsonb not null default '[]';
