-- One text a company is found by, and one it is about. Declared immutable, which they are, so that an index can hold them.
create function company_names(name text, domain text, alternative_names text[]) returns text language sql immutable parallel safe as
$$ select name || ' ' || coalesce(domain, '') || ' ' || coalesce(array_to_string(alternative_names, ' '), '') $$;

create function company_topics(description text, keywords text[]) returns text language sql immutable parallel safe as
$$ select coalesce(description, '') || ' ' || coalesce(array_to_string(keywords, ' '), '') $$;

-- Numbers of registers, taxes and telephones are compared without the signs that people put between them.
create function bare_code(code text) returns text language sql immutable parallel safe as
$$ select upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g')) $$;

create function bare_numbers(numbers text[]) returns text[] language sql immutable parallel safe as
$$ select array(select regexp_replace(number, '[^0-9]', '', 'g') from unnest(numbers) as number) $$;

create index companies_names_trigram on companies using gin (company_names(name, domain, alternative_names) gin_trgm_ops);
create index companies_topics_trigram on companies using gin (company_topics(description, keywords) gin_trgm_ops);
create index companies_domain_trigram on companies using gin (domain gin_trgm_ops);
create index companies_by_vat_id on companies (bare_code(vat_id)) where vat_id is not null;
create index companies_by_register on companies (bare_code(register ->> 'id')) where register is not null;
create index companies_by_phone on companies using gin (bare_numbers(phone_numbers));
create index companies_by_position on companies (latitude, longitude) where latitude is not null;
create index companies_by_industry on companies using gin (industry_codes);

create index contacts_title_trigram on contacts using gin (title gin_trgm_ops);

-- Visits of one campaign, and which campaigns there are.
create index visits_by_campaign on visits (account_id, campaign, started_at) where campaign is not null;
