-- By what a CRM record names its company, kept so that a company that becomes known later is connected as well.
alter table crm_records add column company_id bigint;
alter table crm_records add column domain text;
alter table crm_records add column email text;
alter table crm_records add column email_domain text;
alter table crm_records add column company_name text;
alter table crm_records add column company_name_key text;
alter table crm_records add column do_not_contact boolean;
create index crm_records_by_domain on crm_records (account_id, domain) where domain is not null;
create index crm_records_by_email on crm_records (account_id, email) where email is not null;
create index crm_records_by_email_domain on crm_records (account_id, email_domain) where email_domain is not null;
create index crm_records_by_company_name on crm_records (account_id, company_name_key) where company_name_key is not null;
create index crm_connections_by_record on crm_connections (account_id, record_id);

-- A list of the kind `crm` follows the records of one type in one CRM.
alter table lists add column crm text;
alter table lists add column crm_record_type text;
create unique index lists_crm on lists (account_id, crm, crm_record_type) where kind = 'crm';
