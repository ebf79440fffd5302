-- What an undo has done so far, recorded in the transaction of each batch, so that a resumed undo reports all of it.
alter table import_runs
  add column removed integer not null default 0,
  add column kept integer not null default 0,
  add column restored integer not null default 0;
