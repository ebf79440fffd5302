-- Requests find a credential only by what was given: no role of requests can list the credentials of others or read a password hash.
create function find_sign_in(the_email text) returns table (user_id bigint, password_hash text)
language sql stable security definer set search_path = public, pg_temp as
$$ select u.id, u.password_hash from users u where u.email = the_email $$;

create function find_api_key(the_hash bytea) returns setof api_keys
language sql stable security definer rows 1 set search_path = public, pg_temp as
$$ select k.* from api_keys k where k.hash = the_hash $$;

create function find_api_token(the_hash bytea) returns setof api_tokens
language sql stable security definer rows 1 set search_path = public, pg_temp as
$$ select t.* from api_tokens t where t.hash = the_hash $$;

revoke all on function find_sign_in, find_api_key, find_api_token from public;

-- Keys and tokens belong to users, who may belong to several accounts: within an account those of its own users are visible.
alter table api_keys enable row level security;
create policy own_users on api_keys using (exists (
  select 1 from memberships m
  where m.user_id = api_keys.user_id and m.account_id = nullif(current_setting('leadlight.account_id', true), '')::bigint));
create policy entrance on api_keys using (current_user = 'leadlight_entrance');

alter table api_tokens enable row level security;
create policy own_users on api_tokens using (exists (
  select 1 from memberships m
  where m.user_id = api_tokens.user_id and m.account_id = nullif(current_setting('leadlight.account_id', true), '')::bigint));
create policy entrance on api_tokens using (current_user = 'leadlight_entrance');
