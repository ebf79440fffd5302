-- A company that only a visitor or a user has named is never added to the directory that all accounts share, whatever the caller asks.
create or replace function add_companies(companies jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as
$$ declare
  one jsonb;
  owner bigint;
  acting bigint := nullif(current_setting('leadlight.account_id', true), '')::bigint;
begin
  for one in select jsonb_array_elements(companies) loop
    owner := (one ->> 'owner_account_id')::bigint;
    if owner <> acting then
      raise insufficient_privilege using message = format('account %s may not add a company for account %s', acting, owner);
    end if;
    if owner is null and one ->> 'origin' in ('visitors', 'person') then
      raise insufficient_privilege using message = format('a company named by %s belongs to an account', one ->> 'origin');
    end if;
    if owner is null and one ->> 'domain' is not null and confirm_company(one) is not null then continue; end if;
    insert into companies (id, owner_account_id, name, kind, origin, fact_origins, network_name, domain, country_code, updated_at)
    values ((one ->> 'id')::bigint, owner, one ->> 'name', one ->> 'kind', one ->> 'origin', one -> 'fact_origins', one ->> 'network_name',
      one ->> 'domain', one ->> 'country_code', (one ->> 'updated_at')::timestamptz)
    on conflict do nothing;
    if owner is null then
      insert into company_domains (domain, company_id)
      select c.domain, c.id from companies c where c.domain = one ->> 'domain' and c.owner_account_id is null
      on conflict do nothing;
    end if;
  end loop;
end $$;
