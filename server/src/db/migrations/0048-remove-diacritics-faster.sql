-- Same results as before. `translate` compares every character with all letters of its list, so the list is reduced to the letters that the
-- text contains: a name such as "Münchener Rück" takes a tenth of the time.
create function without_diacritics(text text) returns text language plpgsql immutable parallel safe as
$$ declare
  letters text := 'ÀÁÂÃÄÅĀĂĄàáâãäåāăąÇĆĈĊČçćĉċčĎĐďđÈÉÊËĒĔĖĘĚèéêëēĕėęěĜĞĠĢĝğġģĤĦĥħÌÍÎÏĨĪĬĮİìíîïĩīĭįıĴĵĶķĹĻĽĿŁĺļľŀłÑŃŅŇñńņňÒÓÔÕÖØŌŎŐòóôõöøōŏőŔŖŘŕŗřŚŜŞŠȘśŝşšșŢŤŦȚţťŧțÙÚÛÜŨŪŬŮŰŲùúûüũūŭůűųŴŵÝŶŸýŷÿŹŻŽźżž´’‘“”„«»§';
  plain text := 'aaaaaaaaaaaaaaaaaaccccccccccddddeeeeeeeeeeeeeeeeeegggggggghhhhiiiiiiiiiiiiiiiiiijjkkllllllllllnnnnnnnnoooooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuuuuwwyyyyyyzzzzzz' || repeat(' ', 9);
  contained text := regexp_replace(text, '[^\u00a7-\u021b\u2018-\u201e]+', '', 'g');
begin
  return case
    when contained = '' then text
    -- A long text contains more of these letters than the list, because each occurrence counts.
    when char_length(contained) > 100 then translate(text, letters, plain)
    else translate(text, contained, translate(contained, letters, plain)) end;
end $$;

create or replace function search_text(text text) returns text language sql immutable parallel safe as
$$ select regexp_replace(
  case when octet_length(text) = char_length(text) then lower(text) else public.without_diacritics(lower(text)) end,
  '[].,_/\\&()[{}<>''"`+:;@!?*#|=~^%$-]', ' ', 'g') $$;

create or replace function search_words(text text) returns tsvector language plpgsql immutable parallel safe as
$$ begin
  text := lower(text);
  -- The parser shortens words that are too long for an index, which cannot occur in a shorter text.
  if text !~ '[^a-z0-9 .,&-]|[0-9]e[0-9]' and octet_length(text) < 2000 then
    return array_to_tsvector(array_remove(string_to_array(
      replace(replace(replace(replace(text, '.', ' '), '-', ' '), ',', ' '), '&', ' '), ' '), ''));
  end if;
  if octet_length(text) <> char_length(text) then text := public.without_diacritics(text); end if;
  return to_tsvector('pg_catalog.simple', replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    text, '.', ' '), '-', ' '), '_', ' '), '/', ' '), '\', ' '), '&', ' '), '@', ' '), '''', ' '), ':', ' '), '+', ' '), '<', ' '), '>', ' '), '~', ' '));
end $$;
