-- A visitor has one employer at a time, the one of the latest e-mail address, so a visitor teaches one thing at most about an address.
delete from learned_addresses earlier using learned_addresses later
where earlier.account_id = later.account_id and earlier.address_key = later.address_key and earlier.visitor_id = later.visitor_id
  and (earlier.seen_at, earlier.domain) < (later.seen_at, later.domain);
alter table learned_addresses drop constraint learned_addresses_pkey;
alter table learned_addresses add constraint learned_addresses_pkey primary key (account_id, visitor_id, address_key);
create index learned_addresses_by_address on learned_addresses (account_id, address_key, domain);

-- The addresses of a visit besides the one it began at: few visits have any. What is learned of an address reaches these visits too.
-- Visits that were stored before are known by their first address alone until they are written again.
alter table visits add column further_address_keys bigint[];
create index visits_by_further_address on visits using gin (further_address_keys) where further_address_keys is not null;
