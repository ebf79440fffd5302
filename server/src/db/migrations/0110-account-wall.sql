-- The second wall between accounts: a connection that acts for one account sees and writes only the rows of that account, whatever
-- its statement asks for. The owner of the tables passes the wall; connections of requests act as roles that do not.

create function guard_table(t regclass, col text) returns void language plpgsql as
$$ begin
  execute format('alter table %s enable row level security', t);
  -- Written out instead of called: a function here would be read anew for every table of every statement.
  execute format('create policy own_account on %s using (%I = nullif(current_setting(''leadlight.account_id'', true), '''')::bigint)', t, col);
end $$;

-- Guards every account-owned table that is not guarded yet. It runs after each round of migrations, so that no table can be forgotten.
create function guard_account_tables() returns void language plpgsql as
$$ declare
  found record;
begin
  for found in
    select c.oid::regclass as t, a.attname as col
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case when c.relname = 'accounts' then 'id' else 'account_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'own_account')
    order by c.relname
  loop
    perform guard_table(found.t, found.col);
  end loop;
end $$;

select guard_account_tables();

-- Where the account of a request is found out: who comes in has no account yet.
create policy entrance on memberships using (current_user = 'leadlight_entrance');
create policy entrance on invitations using (current_user = 'leadlight_entrance');
create policy entrance on oauth_apps using (current_user = 'leadlight_entrance');
create policy entrance on tracking_scripts using (current_user = 'leadlight_entrance');
create policy entrance on export_requests using (current_user = 'leadlight_entrance');

-- Requests may add jobs, but may not look into the queue, where the jobs of all accounts stand.
create function add_job(name text, payload json, key text, run_at timestamptz, max_attempts int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as
$$ begin
  perform graphile_worker.add_job(identifier => name, payload => payload, job_key => key, run_at => run_at, max_attempts => max_attempts);
end $$;
revoke all on function add_job from public;
