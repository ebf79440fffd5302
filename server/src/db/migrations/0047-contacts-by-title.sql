-- Searches by role or country that also compare titles are counted from an index alone. The indexes are partial, because a search by title
-- alone would otherwise read one of them completely.
drop index contacts_by_country;
create index contacts_by_country on contacts (country_code, department, hierarchy_level, id) include (title) where country_code is not null;
drop index contacts_by_role;
create index contacts_by_role on contacts (department, hierarchy_level, id) include (title) where department <> '';
