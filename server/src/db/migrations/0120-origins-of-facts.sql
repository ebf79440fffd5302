-- Where a fact of a company comes from, by its column, where that is another place or a later day than the record's own: an import
-- knows the industry, the directory knew the name. Written with the fact, in the same statement.
alter table companies add column fact_origins jsonb not null default '{}'::jsonb;
