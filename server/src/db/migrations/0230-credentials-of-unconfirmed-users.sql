-- Ends what was created while nobody had confirmed the user's e-mail address. The role that resets passwords may not change credentials
-- itself; of a confirmed user this changes nothing.
create function end_unconfirmed_credentials(the_user bigint, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as
$$ begin
  perform 1 from users u where u.id = the_user and u.email_confirmed_at is null;
  if not found then return; end if;
  update api_keys k set revoked_at = at where k.user_id = the_user and k.revoked_at is null;
  delete from api_tokens t where t.user_id = the_user;
end $$;
revoke all on function end_unconfirmed_credentials from public;
