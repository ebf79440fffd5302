-- The alerts of a built-in feed need a row as well. It is created with the first alert, and no interface lists it as a custom feed.
alter table custom_feeds add column built_in_id text;
alter table custom_feeds add constraint custom_feeds_built_in_id_check
  check (built_in_id in ('all_leads', 'new_leads', 'recommended_leads', 'followed_companies'));
create unique index custom_feeds_built_in on custom_feeds (account_id, built_in_id) where built_in_id is not null;
