-- Who changed what. Rows of no account stand under 0. There is no foreign key: what an account did stays known when it is gone.
create table audit_log (
  account_id bigint not null,
  id bigint not null,
  happened_at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'api_token', 'oauth_app', 'command', 'service')),
  actor_id text,
  user_id bigint,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  detail jsonb not null,
  primary key (account_id, id)
);
select place_by_account('audit_log');
create index audit_log_by_time on audit_log (account_id, happened_at desc, id desc);

-- Written as the owner of the table: who makes a credential acts in one account, and the note is for every account it reaches.
-- The fence makes a cluster commit the note together with a change that lives on the coordinator.
create function note_audit(notes jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as
$$ begin
  delete from commit_fence where id = 0;
  insert into audit_log (account_id, id, happened_at, actor_kind, actor_id, user_id, action, subject_kind, subject_id, detail)
  select account_id, id, happened_at, actor_kind, actor_id, user_id, action, subject_kind, subject_id, detail
  from jsonb_to_recordset(notes) as note (account_id bigint, id bigint, happened_at timestamptz, actor_kind text, actor_id text,
    user_id bigint, action text, subject_kind text, subject_id text, detail jsonb);
end $$;
