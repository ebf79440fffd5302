-- Rules of an account: when a company enters a feed, then tag, assign, list, notify, push.
create table automations (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  name text not null,
  -- The name of a built-in feed or the number of a custom one.
  feed_id text not null,
  actions jsonb not null,
  webhook_secret text,
  is_on boolean not null default true,
  created_by bigint not null,
  created_at timestamptz not null,
  -- When the companies that were already in the feed had been recorded. Null until then.
  known_leads_at timestamptz,
  primary key (account_id, id)
);
create unique index automations_name on automations (account_id, lower(name));
select place_by_account('automations');

-- Companies that a rule has seen, each of them once. Those it acted on are its activity log.
create table automation_leads (
  account_id bigint not null,
  automation_id bigint not null,
  company_id bigint not null references companies (id),
  seen_at timestamptz not null,
  -- The actions that were carried out. Null: the company was in the feed before the rule was.
  actions text[],
  primary key (account_id, automation_id, company_id),
  foreign key (account_id, automation_id) references automations (account_id, id) on delete cascade
);
create index automation_leads_by_company on automation_leads (company_id);
create index automation_leads_log on automation_leads (account_id, automation_id, seen_at desc) where actions is not null;
select place_by_account('automation_leads');

-- What users are told in the web application.
create table notifications (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('mention', 'assigned', 'automation')),
  company_id bigint not null references companies (id),
  -- The user who caused it. Null: a rule.
  actor_id bigint,
  detail text,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (account_id, id)
);
create index notifications_by_user on notifications (account_id, user_id, created_at desc);
create index notifications_by_company on notifications (company_id);
select place_by_account('notifications');
