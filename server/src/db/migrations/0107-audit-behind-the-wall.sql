-- A connection that acts for one account notes nothing in the name of another: what it could not change there it has not done.
create or replace function note_audit(notes jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as
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
