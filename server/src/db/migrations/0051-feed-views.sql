-- Which columns of the list of leads a feed shows, and how wide they are. Null: the default.
alter table custom_feeds add column view jsonb;
