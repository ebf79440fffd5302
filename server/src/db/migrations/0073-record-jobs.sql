-- Work that may be charged for each record: enrichment of companies, and finding the data of contacts.
create table record_jobs (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('company_enrichment_job', 'find_contact_data_job')),
  status text not null check (status in ('running', 'completed', 'failed')),
  configuration jsonb not null,
  estimated_credits int not null,
  errors jsonb,
  attempts int not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (account_id, id)
);
create index record_jobs_by_time on record_jobs (account_id, created_at);
select place_by_account('record_jobs');

-- Each record of a job, done or not: a job that was interrupted goes on with those that are not.
create table record_job_items (
  account_id bigint not null,
  job_id uuid not null,
  record_id bigint not null,
  position int not null,
  status text,
  result jsonb,
  primary key (account_id, job_id, record_id),
  foreign key (account_id, job_id) references record_jobs (account_id, id) on delete cascade
);
create index record_job_items_open on record_job_items (account_id, job_id, position) where status is null;
select place_by_account('record_job_items');

-- What an account noted or found out about a contact of the directory, which belongs to everyone.
create table contact_notes (
  account_id bigint not null references accounts (id) on delete cascade,
  contact_id bigint not null references contacts (id) on delete cascade,
  do_not_contact boolean,
  found_emails jsonb,
  found_phone_numbers text[],
  updated_at timestamptz not null,
  primary key (account_id, contact_id)
);
select place_by_account('contact_notes');

create index visitors_by_email on visitors (account_id, lower(email)) where email is not null;
create index credit_charges_by_request on credit_charges (account_id, request_id);
