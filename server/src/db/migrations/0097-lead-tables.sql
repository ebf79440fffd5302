-- The web application exports the table of leads as it shows it: in another format than the report of the earlier interface,
-- of what was chosen then, and with a progress that can be watched.
alter table export_requests
  add column format text not null default 'report',
  add column choice jsonb,
  add column done_rows int not null default 0,
  add column total_rows int;

-- A folder that somebody made by itself stays when its last feed leaves it.
alter table feed_folders add column kept boolean not null default false;
