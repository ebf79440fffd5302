-- Accounts whose sums by day are being rebuilt, and how far that is. The rebuild goes on after company_id; where from_day is set, the
-- days of that very company from there on are still to be counted.
create table day_rebuilds (
  account_id bigint primary key references accounts (id) on delete cascade,
  company_id bigint,
  from_day date,
  companies_done int not null default 0,
  requested_at timestamptz not null,
  worked_at timestamptz not null
);
select place_by_account('day_rebuilds');

-- Sums that earlier versions made on days whose midnight repeats, or beside a change of the timezone, may be wrong.
insert into day_rebuilds (account_id, requested_at, worked_at) select id, created_at, created_at from accounts;
