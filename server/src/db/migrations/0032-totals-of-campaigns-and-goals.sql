-- Totals of campaigns and goals, which the versioned API shows. Counting them would read all visits of a campaign and all visits that
-- reached a goal.

-- The channels (source and medium) and the countries of a campaign. Their names are JSON arrays that begin with the campaign, and their
-- parent is its value.
alter table rollup_values drop constraint rollup_values_kind_check;
alter table rollup_values add constraint rollup_values_kind_check
  check (kind in ('source', 'campaign', 'campaign_channel', 'campaign_country', 'device', 'country', 'page', 'entry_page', 'exit_page', 'goal', 'network', 'industry'));
alter table rollup_values add column parent_id bigint;
create index rollup_values_by_parent on rollup_values (account_id, parent_id) where parent_id is not null;

-- A total is the sum of all days, stored with the day 0001-01-01. That of a goal includes visits without a page view, which are not
-- counted by day and month. Page views are counted for the kind "all" and in the totals of campaigns, goals also for campaigns by day and
-- month.
alter table visit_rollups drop constraint visit_rollups_unit_check;
alter table visit_rollups add constraint visit_rollups_unit_check check (unit in ('day', 'month', 'total'));
alter table visit_rollups drop constraint visit_rollups_kind_check;
alter table visit_rollups add constraint visit_rollups_kind_check
  check (kind in ('all', 'source', 'campaign', 'campaign_channel', 'campaign_country', 'device', 'country', 'place', 'page', 'entry_page', 'exit_page', 'goal', 'network', 'industry'));

-- Goals by campaign are read from the rollups.
drop index visits_with_campaign_goals;

-- Counts the stored visits. The service rebuilds the rollups in the background.
insert into day_rebuilds (account_id, requested_at, heartbeat_at)
select a.id, now(), '1970-01-01' from accounts a
where exists (select 1 from visits v where v.account_id = a.id and v.campaign is not null)
  or exists (select 1 from visits v where v.account_id = a.id and v.goals <> '[]'::jsonb)
on conflict (account_id) do update set company_id = null, from_day = null, companies_done = 0, rollup_day = null,
  requested_at = excluded.requested_at, heartbeat_at = excluded.heartbeat_at;
