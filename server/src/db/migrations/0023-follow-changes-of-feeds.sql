-- Automations and lists that follow a feed look only at changed companies, as alerts do. Each reader has its own rows.
alter table feed_changes add column reader text not null default 'alerts';

-- When all leads were last checked for the automation. Null: they must be.
alter table automations add column checked_at timestamptz;

-- The same for a list that follows a feed.
alter table lists add column checked_at timestamptz;
