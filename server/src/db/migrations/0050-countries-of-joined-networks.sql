-- Whether a name found in this country (null: unknown) may mean another company than the one whose own country is unknown: the networks that
-- were joined to it, or its locations, are in other countries, or the same name is known from a network in another one.
create function is_known_abroad(company bigint, keys text[], country text) returns boolean language sql stable as
$$ with known as (
    select joined.country_code from companies joined
    where joined.merged_into = company and joined.network_name is not null and joined.country_code is not null
    union all select place.country_code from company_locations place where place.company_id = company)
  select case when country is not null and exists (select from known) then not exists (select from known where country_code = country)
    else exists (select from company_name_keys named_by join companies named on named.id = named_by.company_id
      where named_by.name_key = any(keys) and named.network_name is not null and named.domain is null and named.merged_into is null
        and named.owner_account_id is null and named.country_code is distinct from country and named.country_code is not null) end $$;

-- As before, except that a name is not joined to a company whose country is unknown if another country became known since the caller compared
-- them, perhaps by an earlier name of the list. Two networks of one name in different countries would become one company otherwise.
create or replace function add_companies(companies jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as
$$ declare
  one jsonb;
  owner bigint;
  joined bigint;
  added bigint;
  acting bigint := nullif(current_setting('leadlight.account_id', true), '')::bigint;
begin
  if companies @? '$[*] ? (@.is_by_name_alone == true)' then
    -- The lock of merges, see `lock-merges.ts`. First, because a transaction that holds it may be waiting for a company added here.
    perform pg_advisory_xact_lock(7465225);
  end if;
  for one in select jsonb_array_elements(companies) loop
    owner := (one ->> 'owner_account_id')::bigint;
    if owner <> acting then
      raise insufficient_privilege using message = format('account %s may not add a company for account %s', acting, owner);
    end if;
    if owner is null and one ->> 'origin' in ('visitors', 'person') then
      raise insufficient_privilege using message = format('a company named by %s belongs to an account', one ->> 'origin');
    end if;
    if owner is null and one ->> 'domain' is not null and confirm_company(one) is not null then continue; end if;
    joined := null;
    if owner is null and one ->> 'network_name' is not null and one ->> 'merged_into' is not null then
      select coalesce(c.merged_into, c.id) into joined from companies c
        where c.id = (one ->> 'merged_into')::bigint and c.owner_account_id is null;
      if (one ->> 'is_by_name_alone')::boolean
        and is_known_abroad(joined, array(select jsonb_array_elements_text(one -> 'name_keys')), one ->> 'country_code')
      then joined := null; end if;
    end if;
    insert into companies (id, owner_account_id, name, kind, origin, fact_origins, network_name, domain, country_code, merged_into,
      names_indexed, updated_at)
    values ((one ->> 'id')::bigint, owner, one ->> 'name', one ->> 'kind', one ->> 'origin', one -> 'fact_origins', one ->> 'network_name',
      one ->> 'domain', one ->> 'country_code', joined, joined is not null, (one ->> 'updated_at')::timestamptz)
    on conflict do nothing
    returning id into added;
    if owner is not null then continue; end if;
    insert into company_domains (domain, company_id)
    select c.domain, c.id from companies c where c.domain = one ->> 'domain' and c.owner_account_id is null
    on conflict do nothing;
    if added is null then continue; end if;
    if joined is null then
      insert into company_name_keys (name_key, company_id, is_main)
      select key, added, true from jsonb_array_elements_text(coalesce(one -> 'name_keys', '[]')) as key
      on conflict do nothing;
    end if;
    insert into company_candidates (company_id, candidate_id, score, matched_on, status, created_at)
    select added, c.id, (given ->> case when c.id = joined then 'score' else 'unsure_score' end)::real,
      array(select jsonb_array_elements_text(given -> 'matched_on')),
      case when c.id = joined then 'joined' else 'open' end, (one ->> 'updated_at')::timestamptz
    from jsonb_array_elements(coalesce(one -> 'candidates', '[]')) as given
    join companies c on c.id = (given ->> 'id')::bigint and c.owner_account_id is null
    where joined is null or c.id = joined
    on conflict do nothing;
  end loop;
end $$;
