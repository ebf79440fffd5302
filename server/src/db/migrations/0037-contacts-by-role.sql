-- Searches by department and level are counted and paged from the index alone, in the order of the ids.
drop index contacts_by_role;
create index contacts_by_role on contacts (department, hierarchy_level, id);
