-- What was known of the address when a visit was judged. Judging it again starts from these facts, because the address itself may be
-- truncated or deleted by then. Verdicts from before have none. The order of keys is kept, because a verdict is known by a hash of it.
alter table verdicts add column facts json;

-- Facts name the blocks of the directory by a hash: a small block would give the address away.
create index company_ip_ranges_by_id on company_ip_ranges (hashtextextended(text(block), 0));

-- A company that is merged into another is looked for in every account.
create index verdicts_by_company on verdicts (account_id, company_id) where company_id is not null;

-- Visits with several origins are found by how their events begin.
update visits set events = json_build_object('origins', events::json -> 'origins', 'hits', events::json -> 'hits')::text
where events like '{"hits": %' and events::jsonb ? 'origins';
