-- The directory: what is known about companies, the same for every account. Read often and written rarely, hence reference tables.
create extension if not exists pg_trgm;

create table industries (
  code text primary key,
  name text not null,
  parent_code text references industries (code),
  nace text[] not null,
  wz text[] not null
);
select place_everywhere('industries');

-- Lower case without diacritics and punctuation. Most names are ASCII, for which comparing every character with all letters that have
-- diacritics would take most of the time of an import.
create function search_text(text text) returns text language sql immutable parallel safe as
$$ select translate(
  case when octet_length(text) = char_length(text) then lower(text)
    else translate(lower(text),
      'ÀÁÂÃÄÅĀĂĄàáâãäåāăąÇĆĈĊČçćĉċčĎĐďđÈÉÊËĒĔĖĘĚèéêëēĕėęěĜĞĠĢĝğġģĤĦĥħÌÍÎÏĨĪĬĮİìíîïĩīĭįıĴĵĶķĹĻĽĿŁĺļľŀłÑŃŅŇñńņňÒÓÔÕÖØŌŎŐòóôõöøōŏőŔŖŘŕŗřŚŜŞŠȘśŝşšșŢŤŦȚţťŧțÙÚÛÜŨŪŬŮŰŲùúûüũūŭůűųŴŵÝŶŸýŷÿŹŻŽźżž´’‘“”„«»§',
      'aaaaaaaaaaaaaaaaaaccccccccccddddeeeeeeeeeeeeeeeeeegggggggghhhhiiiiiiiiiiiiiiiiiijjkkllllllllllnnnnnnnnoooooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuuuuwwyyyyyyzzzzzz' || repeat(' ', 9)) end,
  '.,-_/\&()[]{}<>''"`+:;@!?*#|=~^%$', repeat(' ', 32)) $$;

-- Splits text into words: lower case without diacritics. Only the punctuation that the parser would keep within a word is replaced:
-- replacing all of it takes three times as long.
create function search_words(text text) returns tsvector language plpgsql immutable parallel safe as
$$ begin
  text := lower(text);
  if octet_length(text) <> char_length(text) then
    text := translate(text,
      'ÀÁÂÃÄÅĀĂĄàáâãäåāăąÇĆĈĊČçćĉċčĎĐďđÈÉÊËĒĔĖĘĚèéêëēĕėęěĜĞĠĢĝğġģĤĦĥħÌÍÎÏĨĪĬĮİìíîïĩīĭįıĴĵĶķĹĻĽĿŁĺļľŀłÑŃŅŇñńņňÒÓÔÕÖØŌŎŐòóôõöøōŏőŔŖŘŕŗřŚŜŞŠȘśŝşšșŢŤŦȚţťŧțÙÚÛÜŨŪŬŮŰŲùúûüũūŭůűųŴŵÝŶŸýŷÿŹŻŽźżž´’‘“”„«»§',
      'aaaaaaaaaaaaaaaaaaccccccccccddddeeeeeeeeeeeeeeeeeegggggggghhhhiiiiiiiiiiiiiiiiiijjkkllllllllllnnnnnnnnoooooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuuuuwwyyyyyyzzzzzz' || repeat(' ', 9));
  end if;
  return to_tsvector('pg_catalog.simple', replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    text, '.', ' '), '-', ' '), '_', ' '), '/', ' '), '\', ' '), '&', ' '), '@', ' '), '''', ' '), ':', ' '), '+', ' '), '<', ' '), '>', ' '), '~', ' '));
end $$;

-- The words by which a company is found.
create function company_words(name text, domain text, alternative_names text[], description text, keywords text[]) returns tsvector
language plpgsql immutable parallel safe as
$$ begin
  return strip(public.search_words(name || ' ' || coalesce(domain, '') || ' ' || coalesce(array_to_string(alternative_names, ' '), '')
    || ' ' || left(coalesce(description, ''), 2000) || ' ' || coalesce(array_to_string(keywords, ' '), '')));
end $$;

create table companies (
  id bigint primary key,
  -- The account that named the company, or whose visitor named it with an e-mail address, until data of the operator confirm it. Null: the
  -- company is in the directory that all accounts share. No foreign key: a reference table cannot refer to a distributed one.
  owner_account_id bigint,
  name text not null,
  kind text not null default 'business' check (kind in ('business', 'education', 'government', 'nonprofit')),
  -- Where the record comes from: the seed, an import, or the name of a network's organisation.
  origin text not null,
  -- By column, where a value comes from if not from the record's own origin, or was changed on a later day.
  fact_origins jsonb not null default '{}'::jsonb,
  -- Finds the record of an organisation that has no known domain.
  network_name text,
  domain text,
  alternative_names text[] not null default '{}',
  -- Whether company_name_keys has the keys of the current names. A job adds those that are missing.
  names_indexed boolean not null default false,
  description text,
  url text,
  alternative_urls text[] not null default '{}',
  email text,
  phone_numbers text[] not null default '{}',
  logo_url text,
  founded_year int,
  legal_form text,
  register jsonb,
  vat_id text,
  street_address text,
  postal_code text,
  city text,
  region text,
  region_code text,
  country_code text,
  latitude double precision,
  longitude double precision,
  industry_codes text[] not null default '{}',
  employee_count int,
  employee_range text,
  revenue jsonb,
  earnings jsonb,
  net_worth jsonb,
  social_media_profiles jsonb not null default '{}',
  keywords text[] not null default '{}',
  customer_orientation text check (customer_orientation in ('b2b', 'b2c', 'both')),
  -- The company itself asked not to be contacted.
  do_not_contact boolean not null default false,
  -- The company at the head of the group.
  group_company_id bigint,
  merged_into bigint references companies (id),
  updated_at timestamptz not null,
  -- Stored, because computing them for each index entry, and again for each row that a search compares, is slow with millions of companies.
  words tsvector generated always as (company_words(name, domain, alternative_names, description, keywords)) stored
);
select place_everywhere('companies');

-- A domain has one shared company, and each account may have one of its own besides it.
create unique index companies_domain_key on companies (domain) where owner_account_id is null;
create unique index companies_of_accounts on companies (domain, owner_account_id) where owner_account_id is not null;
create index companies_by_owner on companies (owner_account_id) where owner_account_id is not null;
create index companies_by_group on companies (group_company_id) where group_company_id is not null;
-- Without it, merging a company and undoing an import would read the whole directory.
create index companies_by_merged_into on companies (merged_into) where merged_into is not null;
-- Few companies have a network name.
create unique index companies_network_name_key on companies (network_name) where network_name is not null;
create index companies_without_name_keys on companies (id) where not names_indexed and owner_account_id is null and merged_into is null;

-- The texts that the keywords of a profile are compared with. The cost tells the planner that building them is slow.
create function company_topics(description text, keywords text[]) returns text language sql immutable parallel safe cost 1000 as
$$ select coalesce(description, '') || ' ' || coalesce(array_to_string(keywords, ' '), '') $$;

-- Register, tax and telephone numbers are compared without punctuation.
create function bare_code(code text) returns text language sql immutable parallel safe as
$$ select upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g')) $$;

create function bare_numbers(numbers text[]) returns text[] language sql immutable parallel safe as
$$ select array(select regexp_replace(number, '[^0-9]', '', 'g') from unnest(numbers) as number) $$;

-- Search is by words, not trigrams: with millions of companies, reading the entries of common trigrams takes seconds. A search reads all
-- pending entries of the index, and a request may match 200 names with several searches each, so few may be pending. The limit is a
-- setting of the connection (db/cluster-options.ts), so that an import can raise it.
create index companies_by_words on companies using gin (words);
create index companies_by_country on companies (country_code, employee_range);
create index companies_by_vat_id on companies (bare_code(vat_id)) where vat_id is not null;
create index companies_by_register on companies (bare_code(register ->> 'id')) where register is not null;
create index companies_by_phone on companies using gin (bare_numbers(phone_numbers)) where phone_numbers <> '{}';
create index companies_by_position on companies (latitude, longitude) where latitude is not null;
create index companies_by_industry on companies using gin (industry_codes);

-- Every domain of a shared company, its main one included. Domains of companies that belong to an account are not here. No foreign key:
-- companies are never deleted, and checking the references of domains and names took a quarter of the time of an import.
create table company_domains (
  domain text primary key,
  company_id bigint not null
);
create index company_domains_by_company on company_domains (company_id);
select place_everywhere('company_domains');

-- The names of companies as they are compared: without legal form, case, diacritics and conjunctions, in Latin letters. Identification finds
-- the company of a name by them. No foreign key, as for company_domains.
create table company_name_keys (
  -- Compared byte by byte, so that the index also finds names by their beginning.
  name_key text collate "C" not null,
  company_id bigint not null,
  -- The name of the company itself, not one of its alternative names.
  is_main boolean not null,
  primary key (name_key, company_id)
);
create index company_name_keys_by_company on company_name_keys (company_id);
select place_everywhere('company_name_keys');

-- All words of names. A word that is misspelled is looked up here, and then the companies by the words that are like it.
create table name_words (word text collate "C" primary key);
create index name_words_trigram on name_words using gin (word gin_trgm_ops);
select place_everywhere('name_words');

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

-- Ids of companies in other registers, such as lei:5493001KJTIIGC8Y1R12. An import finds a company without a domain again by them.
create table company_external_ids (
  external_id text primary key,
  company_id bigint not null references companies (id)
);
create index company_external_ids_by_company on company_external_ids (company_id);
select place_everywhere('company_external_ids');

-- Networks (autonomous systems) that a company runs itself.
create table company_networks (
  asn bigint primary key,
  company_id bigint not null references companies (id)
);
create index company_networks_by_company on company_networks (company_id);
select place_everywhere('company_networks');

-- Address blocks that the directory assigns to companies.
create table company_ip_ranges (
  block inet not null,
  company_id bigint not null references companies (id),
  source text not null,
  updated_at timestamptz not null,
  primary key (block, company_id)
);
create index company_ip_ranges_by_block on company_ip_ranges using gist (block inet_ops);
create index company_ip_ranges_by_company on company_ip_ranges (company_id);
-- Verdicts refer to a block by this hash, because a small block itself would reveal the visitor's address.
create index company_ip_ranges_by_id on company_ip_ranges (hashtextextended(text(block), 0));
select place_everywhere('company_ip_ranges');

create table company_locations (
  id bigint primary key,
  company_id bigint not null references companies (id),
  name text,
  street_address text,
  postal_code text,
  city text,
  region text,
  region_code text,
  country_code text not null,
  latitude double precision,
  longitude double precision
);
create index company_locations_by_company on company_locations (company_id);
select place_everywhere('company_locations');

-- The words by which a contact is found.
create function contact_words(full_name text, title text) returns tsvector language plpgsql immutable parallel safe as
$$ begin
  return strip(public.search_words(full_name || ' ' || coalesce(title, '')));
end $$;

create function email_values(emails jsonb) returns text[] language sql immutable parallel safe as
$$ select array(select lower(one ->> 'value') from jsonb_array_elements(emails) as one) $$;

create table contacts (
  id bigint primary key,
  company_id bigint not null references companies (id),
  -- The first of the e-mail addresses. An import finds an existing contact by it.
  email text unique,
  first_name text,
  last_name text,
  full_name text not null,
  title text,
  department text not null default 'other',
  hierarchy_level text not null default 'unknown',
  affiliation text not null default 'current' check (affiliation in ('current', 'former')),
  emails jsonb not null default '[]',
  phone_numbers text[] not null default '{}',
  social_media_profiles jsonb not null default '{}',
  country_code text,
  do_not_contact boolean not null default false,
  updated_at timestamptz not null,
  words tsvector generated always as (contact_words(full_name, title)) stored
);
create index contacts_by_company on contacts (company_id);
create index contacts_by_words on contacts using gin (words);
create index contacts_by_emails on contacts using gin (email_values(emails)) where emails <> '[]'::jsonb;
create index contacts_by_role on contacts (department, hierarchy_level);
create index contacts_name_trigram on contacts using gin (full_name gin_trgm_ops);
create index contacts_title_trigram on contacts using gin (title gin_trgm_ops);
select place_everywhere('contacts');

-- The id is derived from company, category, title and date, so that importing a signal twice stores it once.
create table signals (
  id bigint primary key,
  company_id bigint not null references companies (id),
  category text not null,
  title text not null,
  summary text,
  event_date date,
  published_at timestamptz not null,
  source_url text,
  confidence real
);
create index signals_by_company on signals (company_id, published_at desc);
select place_everywhere('signals');

create table financial_reports (
  company_id bigint not null references companies (id),
  year int not null,
  currency text not null,
  revenue numeric,
  earnings numeric,
  net_worth numeric,
  total_assets numeric,
  employees int,
  source text,
  primary key (company_id, year)
);
select place_everywhere('financial_reports');

-- The version of the bundled organisations that is in the directory, so that a start does not compare all of them.
create table loaded_seeds (
  version text primary key,
  loaded_at timestamptz not null
);

-- Makes the oldest account-owned company of a domain a shared one and returns its id, or null if there is none. Its facts are replaced,
-- because the account may have entered anything.
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

-- Adds companies from a list of objects, with the keys of their names. The role of requests cannot write to the table itself. A company that
-- only a visitor or a user has named is never added to the shared directory, whatever the caller asks. A name that was joined to a company
-- is added as a record that is merged into it, so that the same name leads there again.
create function add_companies(companies jsonb) returns void
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
revoke all on function confirm_company from public;
revoke all on function add_companies from public;

-- Icons of companies' own websites, loaded once and kept for some weeks. A cache that can be emptied at any time; stored on the coordinator.
create table site_icons (
  domain text primary key,
  -- Null: the site has no icon that can be used.
  content bytea,
  type text check (type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon')),
  loaded_at timestamptz not null,
  expires_at timestamptz not null,
  constraint site_icons_type check ((content is null) = (type is null))
);
create index site_icons_by_end on site_icons (expires_at);

-- The role of requests reads companies through the view request.companies. A policy on the table would keep the planner from using the
-- search indexes, because their operators are not leakproof. The view is created again after the migrations whenever the table has other
-- columns than the view; a migration that changes the type of a column drops the view first.
create schema request;
create function create_request_views() returns void language plpgsql as
$$ begin
  if (select count(*) from pg_attribute where attrelid = 'public.companies'::regclass and attnum > 0 and not attisdropped)
    is distinct from (select count(*) from pg_attribute where attrelid = to_regclass('request.companies') and attnum > 0) then
    execute 'create or replace view request.companies as select * from public.companies
      where owner_account_id is null or owner_account_id = nullif(current_setting(''leadlight.account_id'', true), '''')::bigint';
  end if;
end $$;
