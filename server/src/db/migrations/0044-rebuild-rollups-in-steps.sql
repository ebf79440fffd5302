-- A rebuild counts the visits in another generation of the dashboard's rollups, while the current generation is still read and updated. Once
-- all visits are counted, accounts.rollup_generation changes to the new generation.
alter table accounts add column rollup_generation smallint not null default 0;

alter table company_values add column generation smallint not null default 0;
alter table company_values drop constraint company_values_pkey;
alter table company_values add constraint company_values_pkey primary key (account_id, generation, company_id, value_id, day);

alter table visit_rollups add column generation smallint not null default 0;
alter table visit_rollups drop constraint visit_rollups_pkey;
alter table visit_rollups add constraint visit_rollups_pkey primary key (account_id, generation, unit, kind, day, value_id);

alter table visit_rollup_hours add column generation smallint not null default 0;
alter table visit_rollup_hours drop constraint visit_rollup_hours_pkey;
alter table visit_rollup_hours add constraint visit_rollup_hours_pkey primary key (account_id, generation, kind, hour, value_id);

-- `last_id` is the last company, or interval of lead rollups, that the current step has processed. If from_day is set, that company is
-- processed up to that day.
alter table day_rebuilds rename column company_id to last_id;
alter table day_rebuilds drop column rollup_day;
alter table day_rebuilds add column step text not null default 'clear';
alter table day_rebuilds add constraint day_rebuilds_step_check
  check (step in ('clear', 'companies', 'visits', 'visit_days', 'industries', 'lead_windows', 'clear_previous'));
-- The number of companies to rebuild.
alter table day_rebuilds add column companies int not null default 0;
-- The new generation counts the visits that started before this time; null if it counts none, or is already read.
alter table day_rebuilds add column counted_until timestamptz;
-- The time zone of the generation that is read. Null stands for that of the account.
alter table day_rebuilds add column timezone text;
update day_rebuilds set last_id = null, from_day = null, companies_done = 0;
