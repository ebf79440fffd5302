-- Contacts of buyer personas with countries. Without an index, counting them reads all contacts.
create index contacts_by_country on contacts (country_code, department, hierarchy_level);
