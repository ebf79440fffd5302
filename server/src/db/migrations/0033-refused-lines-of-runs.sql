-- Refused lines of an import of the command, with the reasons, so that a resumed import can report those of its earlier attempts. Deleted when
-- the import ends.
create table import_run_errors (
  import_id bigint not null,
  line bigint not null,
  reasons text[] not null,
  primary key (import_id, line)
);
