-- A company that an account named, or that a visitor named with an e-mail address, belongs to that account until data of the operator
-- confirm it. Null: the company is in the directory that all accounts share. No foreign key: the directory lies on every node of a
-- cluster, the accounts do not.
alter table companies add column owner_account_id bigint;

-- A domain has one shared company, and each account may have one of its own beside it. The domains of the latter are not in
-- company_domains.
alter table companies drop constraint companies_domain_key;
create unique index companies_domain_key on companies (domain) where owner_account_id is null;
create unique index companies_of_accounts on companies (domain, owner_account_id) where owner_account_id is not null;
create index companies_by_owner on companies (owner_account_id) where owner_account_id is not null;

-- Makes the oldest company of a domain that belongs to an account a shared one, and answers its id: null where there is none. Its name
-- was made up by somebody, so that all facts are those of who confirms it.
create function confirm_company(facts jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as
$$ declare
  confirmed bigint;
begin
  select min(c.id) into confirmed from companies c
    where c.domain = facts ->> 'domain' and c.owner_account_id is not null and c.merged_into is null;
  if confirmed is null then return null; end if;
  update companies set owner_account_id = null, name = facts ->> 'name', kind = facts ->> 'kind', origin = facts ->> 'origin',
    country_code = facts ->> 'country_code', fact_origins = facts -> 'fact_origins', updated_at = (facts ->> 'updated_at')::timestamptz
    where id = confirmed;
  insert into company_domains (domain, company_id) values (facts ->> 'domain', confirmed) on conflict do nothing;
  return confirmed;
exception when unique_violation then
  -- Another connection has just added the shared company of this domain.
  return null;
end $$;

-- Adds companies, a list of objects with the columns below. The role of requests adds them through this function only.
create function add_companies(companies jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as
$$ declare
  one jsonb;
  owner bigint;
  acting bigint := nullif(current_setting('leadlight.account_id', true), '')::bigint;
begin
  for one in select jsonb_array_elements(companies) loop
    owner := (one ->> 'owner_account_id')::bigint;
    if owner <> acting then raise exception 'account % may not add a company for account %', acting, owner; end if;
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
revoke all on function confirm_company from public;
revoke all on function add_companies from public;

-- What requests see of the directory: the role of requests may read this view and not the table. A policy of row-level security would
-- keep the planner from using the trigram indexes of the table, because their operators are not leakproof; a view does not. It is made
-- again after each round of migrations, so that it has all columns of the table. A migration that changes a column's type drops it first.
create schema request;
create function show_companies_to_requests() returns void language plpgsql as
$$ begin
  if (select count(*) from pg_attribute where attrelid = 'public.companies'::regclass and attnum > 0 and not attisdropped)
    is distinct from (select count(*) from pg_attribute where attrelid = to_regclass('request.companies') and attnum > 0) then
    execute 'create or replace view request.companies as select * from public.companies
      where owner_account_id is null or owner_account_id = nullif(current_setting(''leadlight.account_id'', true), '''')::bigint';
  end if;
end $$;
select show_companies_to_requests();
