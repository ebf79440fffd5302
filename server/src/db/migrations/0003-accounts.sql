create table accounts (
  id bigint primary key,
  name text not null,
  plan text not null check (plan in ('lite', 'trial', 'premium')),
  timezone text not null,
  company_id bigint references companies (id),
  monthly_credits int not null default 1000 check (monthly_credits >= 0),
  cookie_consent jsonb not null default '{}',
  data_processing jsonb not null default '{}',
  created_at timestamptz not null
);
select place_by_account('accounts', 'id');
