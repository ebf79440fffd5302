-- Finds a company by the exact spelling of any of its names, whatever its case, spaces and punctuation: of a common name there are more
-- similar spellings than a search by similarity compares.
create function bare_names(name text, alternative_names text[]) returns text[] language sql immutable parallel safe cost 1000 as
$$ select array(select distinct regexp_replace(lower(known), '[[:space:][:punct:]]', '', 'g') from unnest(name || alternative_names) as known) $$;

create index companies_by_bare_name on companies using gin (bare_names(name, alternative_names));
