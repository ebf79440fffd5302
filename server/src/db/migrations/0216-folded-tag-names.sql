-- Names that differ in case or in how their characters are composed are one name: "Straße" and "STRASSE" fold alike.
create function folded_name(name text) returns text language sql immutable parallel safe as
$$ select replace(replace(lower(normalize(name, nfc)), 'ß', 'ss'), 'ς', 'σ') $$;

-- Tags that were different until now both keep their companies and the feeds that ask for them. The later one is renamed.
update tags later set name = left(later.name, 78) || ' (' || later.id::text || ')'
from tags earlier
where earlier.account_id = later.account_id and folded_name(earlier.name) = folded_name(later.name) and earlier.id < later.id;

drop index tags_name;
create unique index tags_name on tags (account_id, folded_name(name));
