-- Searches by country and size are counted and paged from the index alone, in the order of the ids.
drop index companies_by_country;
create index companies_by_country on companies (country_code, employee_range, id) include (owner_account_id, merged_into);
