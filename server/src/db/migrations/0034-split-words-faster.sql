-- Same words as before. Most names consist of ASCII letters, digits and a few separators and are split directly: the parser of full-text
-- search takes several times as long, and computing the words took a seventh of the database's time of an import. The parser ends a word
-- after a number such as 5e1, so names that contain one are left to it.
create or replace function search_words(text text) returns tsvector language plpgsql immutable parallel safe as
$$ begin
  text := lower(text);
  -- The parser shortens words that are too long for an index, which cannot occur in a shorter text.
  if text !~ '[^a-z0-9 .,&-]|[0-9]e[0-9]' and octet_length(text) < 2000 then
    return array_to_tsvector(array_remove(string_to_array(
      replace(replace(replace(replace(text, '.', ' '), '-', ' '), ',', ' '), '&', ' '), ' '), ''));
  end if;
  if octet_length(text) <> char_length(text) then
    text := translate(text,
      'ÀÁÂÃÄÅĀĂĄàáâãäåāăąÇĆĈĊČçćĉċčĎĐďđÈÉÊËĒĔĖĘĚèéêëēĕėęěĜĞĠĢĝğġģĤĦĥħÌÍÎÏĨĪĬĮİìíîïĩīĭįıĴĵĶķĹĻĽĿŁĺļľŀłÑŃŅŇñńņňÒÓÔÕÖØŌŎŐòóôõöøōŏőŔŖŘŕŗřŚŜŞŠȘśŝşšșŢŤŦȚţťŧțÙÚÛÜŨŪŬŮŰŲùúûüũūŭůűųŴŵÝŶŸýŷÿŹŻŽźżž´’‘“”„«»§',
      'aaaaaaaaaaaaaaaaaaccccccccccddddeeeeeeeeeeeeeeeeeegggggggghhhhiiiiiiiiiiiiiiiiiijjkkllllllllllnnnnnnnnoooooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuuuuwwyyyyyyzzzzzz' || repeat(' ', 9));
  end if;
  return to_tsvector('pg_catalog.simple', replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    text, '.', ' '), '-', ' '), '_', ' '), '/', ' '), '\', ' '), '&', ' '), '@', ' '), '''', ' '), ':', ' '), '+', ' '), '<', ' '), '>', ' '), '~', ' '));
end $$;

-- Same result as before, without replacing anything in numbers that are already bare, such as most VAT ids.
create or replace function bare_code(code text) returns text language sql immutable parallel safe as
$$ select case when code ~ '^[A-Z0-9]*$' then code else upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g')) end $$;
