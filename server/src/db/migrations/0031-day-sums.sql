-- Which pages a company saw on a day (in the account's timezone): a feed with a page condition asks here, not every visit.
create table company_pages (
  account_id bigint not null,
  page_id bigint not null,
  day date not null,
  company_id bigint not null,
  primary key (account_id, page_id, day, company_id)
);
create index company_pages_by_company on company_pages (account_id, company_id, day);
select place_by_account('company_pages');

-- How many visits of identified companies an account had on a day, in several rows so that writers seldom wait for each other.
create table visit_days (
  account_id bigint not null,
  day date not null,
  bucket smallint not null,
  visits int not null,
  primary key (account_id, day, bucket)
);
select place_by_account('visit_days');

insert into company_pages (account_id, page_id, day, company_id)
select distinct v.account_id, page_id, (v.started_at at time zone a.timezone)::date, v.company_id
from visits v join accounts a on a.id = v.account_id cross join unnest(v.page_ids) as page_id
where v.company_id is not null and v.page_depth > 0;

insert into visit_days (account_id, day, bucket, visits)
select account_id, day, 0, sum(visits) from company_days group by account_id, day;
