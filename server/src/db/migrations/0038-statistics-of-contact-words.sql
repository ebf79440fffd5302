-- Searches look up the rare words of a term, so the statistics must distinguish them from common ones. The planner estimates prefixes only
-- if at least 100 words are in the statistics, and with the default target, which samples 30,000 contacts, few names are.
do $$
begin
  -- Citus cannot change statistics targets, and its plans do not show the estimates.
  if not has_citus() then
    alter table contacts alter column words set statistics 1000;
  end if;
end $$;
