-- Merges of companies find the visitors of a workplace without reading all visitors.
create index visitors_by_workplace on visitors (account_id, workplace_company_id) where workplace_company_id is not null;
