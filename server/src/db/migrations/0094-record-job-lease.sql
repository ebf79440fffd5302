-- When somebody last worked on a job: one whose worker has died is given to another.
alter table record_jobs add column worked_at timestamptz;
create index record_jobs_running on record_jobs (created_at) where status = 'running';

-- Campaigns whose list or feed was deleted while nobody told them.
update campaigns k set list_id = null where list_id is not null
  and not exists (select 1 from lists l where l.account_id = k.account_id and l.id = k.list_id);
update campaigns k set custom_feed_id = null where custom_feed_id is not null
  and not exists (select 1 from custom_feeds f where f.account_id = k.account_id and f.id = k.custom_feed_id);
