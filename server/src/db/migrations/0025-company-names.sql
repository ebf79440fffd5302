-- The names of companies as they are compared: without legal form, case, diacritics and conjunctions, in Latin letters. Identification finds
-- the company of a name by them. A reference table like the companies themselves.
create table company_name_keys (
  -- Compared byte by byte, so that the index also finds names by their beginning.
  name_key text collate "C" not null,
  company_id bigint not null references companies (id),
  -- The name of the company itself, not one of its alternative names.
  is_main boolean not null,
  primary key (name_key, company_id)
);
create index company_name_keys_by_company on company_name_keys (company_id);
select place_everywhere('company_name_keys');

-- Whether the keys of the current names are stored. A job adds those that are missing.
alter table companies add column names_indexed boolean not null default false;
create index companies_without_name_keys on companies (id) where not names_indexed and owner_account_id is null and merged_into is null;

-- Pairs that may be one company: a name that identification found, and a company of the directory. Sure ones are joined at once and listed
-- here with their score; the others wait for a decision.
create table company_candidates (
  company_id bigint not null references companies (id),
  candidate_id bigint not null references companies (id),
  score real not null,
  matched_on text[] not null,
  status text not null check (status in ('open', 'joined', 'accepted', 'rejected')),
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (company_id, candidate_id)
);
create index company_candidates_by_candidate on company_candidates (candidate_id);
create index company_candidates_open on company_candidates (score desc, company_id) where status = 'open';
select place_everywhere('company_candidates');

-- As before, and with the keys of the names. A name that was joined to a company is added as a record that is merged into it, so that the
-- same name leads there again.
create or replace function add_companies(companies jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as
$$ declare
  one jsonb;
  owner bigint;
  joined bigint;
  added bigint;
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
    joined := null;
    if owner is null and one ->> 'network_name' is not null and one ->> 'merged_into' is not null then
      select coalesce(c.merged_into, c.id) into joined from companies c
        where c.id = (one ->> 'merged_into')::bigint and c.owner_account_id is null;
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
    select added, c.id, (given ->> 'score')::real, array(select jsonb_array_elements_text(given -> 'matched_on')),
      case when c.id = joined then 'joined' else 'open' end, (one ->> 'updated_at')::timestamptz
    from jsonb_array_elements(coalesce(one -> 'candidates', '[]')) as given
    join companies c on c.id = (given ->> 'id')::bigint and c.owner_account_id is null
    where joined is null or c.id = joined
    on conflict do nothing;
  end loop;
end $$;
