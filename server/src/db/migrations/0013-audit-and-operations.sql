-- The audit log. Entries that concern no account have the account_id 0. No foreign key: entries outlive their account.
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
create index audit_log_by_time on audit_log (account_id, happened_at desc, id desc);
select place_by_account('audit_log');

-- Writes entries as the owner of the table. An entry about a user's credential or session is written to every account of the user, which a
-- connection that acts for one account cannot see. Such a connection writes no entries in the name of another account. The fence makes a
-- cluster commit the entries together with a change on the coordinator.
create function record_audit_as_owner(notes jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as
$$ declare
  bound bigint := nullif(current_setting('leadlight.account_id', true), '')::bigint;
begin
  if bound is not null and exists (select 1 from jsonb_array_elements(notes) as note where (note ->> 'account_id')::bigint <> bound) then
    raise insufficient_privilege using message = 'a note for another account';
  end if;
  delete from commit_fence where id = 0;
  insert into audit_log (account_id, id, happened_at, actor_kind, actor_id, user_id, action, subject_kind, subject_id, detail)
  select coalesce(note.account_id, m.account_id, 0), note.id, note.happened_at, note.actor_kind, note.actor_id, note.user_id, note.action,
    note.subject_kind, note.subject_id, note.detail
  from jsonb_to_recordset(notes) as note (account_id bigint, of_user bigint, id bigint, happened_at timestamptz, actor_kind text,
    actor_id text, user_id bigint, action text, subject_kind text, subject_id text, detail jsonb)
  left join memberships m on note.account_id is null and m.user_id = note.of_user;
end $$;

-- A cluster refuses a transaction in which two users write to the same account. So a connection that acts for one account writes the
-- entries of that account as itself, under the policy of the table, and only other entries as the owner.
create function record_audit(notes jsonb) returns void language plpgsql as
$$ declare
  bound bigint := nullif(current_setting('leadlight.account_id', true), '')::bigint;
  note record;
begin
  if bound is null or exists (select 1 from jsonb_array_elements(notes) as it where (it ->> 'account_id')::bigint is distinct from bound) then
    perform public.record_audit_as_owner(notes);
    return;
  end if;
  delete from public.commit_fence where id = 0;
  for note in
    select * from jsonb_to_recordset(notes) as given (id bigint, happened_at timestamptz, actor_kind text, actor_id text, user_id bigint,
      action text, subject_kind text, subject_id text, detail jsonb)
  loop
    insert into public.audit_log (account_id, id, happened_at, actor_kind, actor_id, user_id, action, subject_kind, subject_id, detail)
    values (bound, note.id, note.happened_at, note.actor_kind, note.actor_id, note.user_id, note.action, note.subject_kind,
      note.subject_id, note.detail);
  end loop;
end $$;

-- Used to erase a person: whether a text of a list matches a pattern, and the list with the matches replaced. Functions, because casting a
-- whole array to text is not immutable, and a cluster updates rows by immutable expressions only.
create function texts_mention(texts text[], pattern text, flags text) returns boolean language sql immutable parallel safe as
$$ select exists (select 1 from unnest(texts) as one where regexp_like(one, pattern, flags)) $$;

create function texts_without(texts text[], pattern text, replacement text, flags text) returns text[] language sql immutable parallel safe as
$$ select case when texts is not null then array(
  select regexp_replace(one, pattern, replacement, flags) from unnest(texts) with ordinality as listed (one, place) order by place) end $$;

-- Backups that were written or failed. Read by `status`, `doctor`, the metrics and the schedule.
create table backup_runs (
  id bigint primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  is_scheduled boolean not null,
  path text not null,
  bytes bigint,
  -- Null if the backup succeeded.
  error text,
  -- When BACKUP_KEEP deleted the file.
  deleted_at timestamptz
);
create index backup_runs_started on backup_runs (started_at);
