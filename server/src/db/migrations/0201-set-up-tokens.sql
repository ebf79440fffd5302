-- Secrets of links with which the first account of an installation is set up. They are deleted when that is done.
create table set_up_tokens (
  hash bytea primary key,
  created_at timestamptz not null
);
