-- E-mails that people of an account sent to a company, as somebody logged or imported them. A lead's `emailed_to` follows from these.
create table lead_emails (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  company_id bigint not null references companies (id),
  email text not null,
  subject text,
  sent_at timestamptz not null,
  sender text,
  -- Null where the e-mail came with an import.
  logged_by bigint,
  primary key (account_id, id)
);
create index lead_emails_by_company on lead_emails (account_id, company_id, sent_at desc);
select place_by_account('lead_emails');

-- What an account decides about a company. It outranks the directory and the CRM.
create table company_preferences (
  account_id bigint not null references accounts (id) on delete cascade,
  company_id bigint not null references companies (id),
  do_not_contact boolean not null,
  updated_at timestamptz not null,
  primary key (account_id, company_id)
);
select place_by_account('company_preferences');

-- How the account handles companies that are not to be contacted.
alter table accounts add column outreach jsonb not null default '{}';
