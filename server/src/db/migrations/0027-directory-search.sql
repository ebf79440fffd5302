-- Search by words instead of trigrams: at millions of companies the lists of common trigrams take seconds to read, and four trigram
-- indexes made every import several times slower.
drop index companies_name_trigram;
drop index companies_names_trigram;
drop index companies_topics_trigram;
drop index companies_domain_trigram;
drop function company_names;

-- Lower case without diacritics and punctuation.
create function search_text(text text) returns text language sql immutable parallel safe as
$$ select translate(lower(text),
  'ÀÁÂÃÄÅĀĂĄàáâãäåāăąÇĆĈĊČçćĉċčĎĐďđÈÉÊËĒĔĖĘĚèéêëēĕėęěĜĞĠĢĝğġģĤĦĥħÌÍÎÏĨĪĬĮİìíîïĩīĭįıĴĵĶķĹĻĽĿŁĺļľŀłÑŃŅŇñńņňÒÓÔÕÖØŌŎŐòóôõöøōŏőŔŖŘŕŗřŚŜŞŠȘśŝşšșŢŤŦȚţťŧțÙÚÛÜŨŪŬŮŰŲùúûüũūŭůűųŴŵÝŶŸýŷÿŹŻŽźżž' || '.,-_/\&()[]{}<>''"`´’‘“”„«»+:;@!?*#|=~^%$§',
  'aaaaaaaaaaaaaaaaaaccccccccccddddeeeeeeeeeeeeeeeeeegggggggghhhhiiiiiiiiiiiiiiiiiijjkkllllllllllnnnnnnnnoooooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuuuuwwyyyyyyzzzzzz' || repeat(' ', 41)) $$;

-- The words by which a company is found. The cost tells the planner that computing them takes long compared with reading the index.
create function company_words(name text, domain text, alternative_names text[], description text, keywords text[]) returns tsvector
language sql immutable parallel safe cost 100000 as
$$ select strip(to_tsvector('simple', public.search_text(name || ' ' || coalesce(domain, '') || ' ' || coalesce(array_to_string(alternative_names, ' '), '')
  || ' ' || left(coalesce(description, ''), 2000) || ' ' || coalesce(array_to_string(keywords, ' '), '')))) $$;

-- A search reads all pending entries of the index, so few may be pending.
create index companies_by_words on companies using gin (company_words(name, domain, alternative_names, description, keywords))
  with (gin_pending_list_limit = 256);
create index companies_by_country on companies (country_code, employee_range);

-- Most companies have no telephone number and no industry.
drop index companies_by_phone;
create index companies_by_phone on companies using gin (bare_numbers(phone_numbers)) where phone_numbers <> '{}';

-- All words of names. A word that is misspelled is looked up here, and then the companies by the words that are like it.
create table name_words (word text collate "C" primary key);
create index name_words_trigram on name_words using gin (word gin_trgm_ops) with (gin_pending_list_limit = 128);
select place_everywhere('name_words');
