-- Every night, addresses that are older than the retention period are deleted. Without an index, that reads all visits of all accounts.
create index visits_with_address on visits (account_id, started_at, id)
  where ip is not null or address_key is not null or further_address_keys is not null;

-- When the settings of the account last allowed full addresses; null if its visits have none. Visits are searched for full addresses only
-- until those have been truncated.
alter table accounts add column full_addresses_at timestamptz;
-- The server compares the time in milliseconds.
update accounts set full_addresses_at = date_trunc('milliseconds', now());
