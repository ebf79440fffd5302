-- Importing millions of companies: the words of a company are computed once and stored, not for each index entry, and again whenever a
-- search compares a row.
drop index companies_by_words;
drop index companies_by_bare_name;
drop function bare_names;
drop function company_words;

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

alter table companies add column words tsvector generated always as (company_words(name, domain, alternative_names, description, keywords)) stored;

-- A search reads all pending entries of the index; merging them in small portions takes most of the time of an import.
create index companies_by_words on companies using gin (words) with (gin_pending_list_limit = 2048);

-- Few companies have a network name.
alter table companies drop constraint companies_network_name_key;
create unique index companies_network_name_key on companies (network_name) where network_name is not null;

-- Rows of companies are never deleted. Checking the reference for each domain and name took a quarter of the time of an import.
alter table company_domains drop constraint company_domains_company_id_fkey;
alter table company_name_keys drop constraint company_name_keys_company_id_fkey;
