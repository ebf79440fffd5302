-- What the people of an account write down about a company, and what they did with it.
create table notes (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  company_id bigint not null references companies (id),
  author_id bigint not null,
  body text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index notes_by_company on notes (account_id, company_id, created_at desc);
select place_by_account('notes');

create table activities (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  company_id bigint not null references companies (id),
  actor_id bigint not null,
  kind text not null,
  detail text,
  happened_at timestamptz not null,
  primary key (account_id, id)
);
create index activities_by_company on activities (account_id, company_id, happened_at desc);
select place_by_account('activities');
