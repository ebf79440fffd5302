-- Associations, foundations and churches are organisations too.
alter table companies drop constraint companies_kind_check;
alter table companies add constraint companies_kind_check check (kind in ('business', 'education', 'government', 'nonprofit'));

-- Which version of the organisations that come with the service is in the directory, so that a start does not compare all of them.
create table loaded_seeds (
  version text primary key,
  loaded_at timestamptz not null
);
