-- Whoever starts an import says whether columns that it does not read may be ignored; what was ignored and merged is part of its result.
alter table imports add column ignore_unknown_columns boolean not null default false;
alter table imports add column ignored_columns text[] not null default '{}';
alter table imports add column shared_domains jsonb not null default '[]';
