-- Whether a text of a list is like a pattern, and the list without what is. Writing out a whole list as one text depends on settings, as
-- PostgreSQL sees it, and a cluster updates rows by nothing that does.
create function texts_mention(texts text[], pattern text, flags text) returns boolean language sql immutable parallel safe as
$$ select exists (select 1 from unnest(texts) as one where regexp_like(one, pattern, flags)) $$;

create function texts_without(texts text[], pattern text, replacement text, flags text) returns text[] language sql immutable parallel safe as
$$ select case when texts is not null then array(
  select regexp_replace(one, pattern, replacement, flags) from unnest(texts) with ordinality as listed (one, place) order by place) end $$;
