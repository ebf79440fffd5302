-- Whom an account wants to sell to: the companies, and the people in them.
create table icps (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  filters jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index icps_name on icps (account_id, lower(name));
select place_by_account('icps');

-- How well the companies that an account knows fit its profiles. Made anew when a profile changes, and every night.
create table icp_matches (
  account_id bigint not null,
  icp_id uuid not null,
  company_id bigint not null references companies (id),
  score real not null,
  matched text[] not null,
  missed text[] not null,
  matched_at timestamptz not null,
  primary key (account_id, icp_id, company_id),
  foreign key (account_id, icp_id) references icps (account_id, id) on delete cascade
);
create index icp_matches_by_company on icp_matches (account_id, company_id);
select place_by_account('icp_matches');

create table buyer_personas (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  departments text[] not null,
  hierarchy_levels text[] not null,
  positions text[] not null,
  countries text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index buyer_personas_name on buyer_personas (account_id, lower(name));
select place_by_account('buyer_personas');
