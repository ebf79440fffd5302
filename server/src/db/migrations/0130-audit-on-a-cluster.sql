-- A cluster refuses a transaction in which two users write to the same account. So a connection that acts for one account writes the
-- notes of that account as itself, held by the policy of the table; only what concerns others is written by the owner.
alter function note_audit(jsonb) rename to note_audit_as_owner;

create function note_audit(notes jsonb) returns void language plpgsql as
$$ declare
  bound bigint := nullif(current_setting('leadlight.account_id', true), '')::bigint;
  note record;
begin
  if bound is null or exists (select 1 from jsonb_array_elements(notes) as it where (it ->> 'account_id')::bigint is distinct from bound) then
    perform public.note_audit_as_owner(notes);
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
