-- The progress of applying `lead_changes`, so that open pages notice when their lists have changed.
alter table lead_windows add column applied bigint not null default 0;
alter table lead_windows add column applied_at timestamptz;

-- The last change of an account by a user of the web application. Unlogged, not part of backups: a new mark never equals an earlier one.
create unlogged table account_changes (
  account_id bigint primary key,
  mark uuid not null,
  changed_at timestamptz not null
);
select place_by_account('account_changes');
