-- Companies that an export left out because they are marked “do not contact”.
alter table export_requests add column skipped_rows integer not null default 0;
