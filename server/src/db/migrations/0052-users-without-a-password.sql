-- Version 0.2.0 gave users who sign in with the identity provider a random password that nobody knows, so the settings asked them for it.
-- They now have none, like new users. A sign-in gave it to users whom it created, and to those whose e-mail address it confirmed. The
-- audit log shows whether a password was set later. A cluster cannot join it with the users, so it is read first.
do $$
declare
  changed jsonb;
begin
  select jsonb_object_agg(subject_id, changed_at) into changed from (
    select subject_id, max(happened_at) as changed_at from audit_log
    where subject_kind = 'user' and action in ('user.password_set', 'user.password_changed', 'user.password_reset') group by subject_id) as changes;
  update users u set password_hash = 'none' from oidc_identities i
  where i.user_id = u.id and coalesce((changed ->> u.id::text)::timestamptz < i.created_at, true) and (
    u.email_confirmed_at >= i.created_at
    -- Nobody signs in within a second of being created otherwise, such as by an invitation.
    or i.created_at < u.created_at + interval '1 second'
    or exists (select from memberships m where m.user_id = u.id and m.is_from_group and m.created_at = u.created_at));
end $$;
