-- Where a table is stored when the database is a Citus cluster. On plain PostgreSQL these functions do nothing.
create function has_citus() returns boolean language sql stable as
$$ select exists (select 1 from pg_extension where extname = 'citus') $$;

-- A reference table: copied to every node.
create function place_everywhere(t regclass) returns void language plpgsql as
$$ begin
  if has_citus() then execute format('select create_reference_table(%L)', t); end if;
end $$;

-- A distributed table: the rows of one account are on one node, together with its row in accounts.
create function place_by_account(t regclass, col text default 'account_id') returns void language plpgsql as
$$ begin
  if has_citus() then
    execute format('select create_distributed_table(%L, %L, colocate_with => %L)', t, col, case when t::text = 'accounts' then 'none' else 'accounts' end);
  end if;
end $$;

create function place_on_coordinator(t regclass) returns void language plpgsql as
$$ begin
  if has_citus() then execute format('select citus_add_local_table_to_metadata(%L)', t); end if;
end $$;

-- Always empty. A delete from this table makes a cluster commit account data and a job together, in two phases.
create table commit_fence (id int primary key);
select place_on_coordinator('commit_fence');

-- Short ids of records that people read. Drawn on the coordinator.
create sequence record_ids start 1001;

-- Row-level security: a connection that acts for one account reads and writes only the rows of that account, whatever its statement asks
-- for. The owner of the tables is exempt; connections of requests use roles that are not.
create function add_account_policy(t regclass, col text) returns void language plpgsql as
$$ begin
  execute format('alter table %s enable row level security', t);
  -- Not a function call: PostgreSQL would load the function again for every table of every statement.
  execute format('create policy own_account on %s using (%I = nullif(current_setting(''leadlight.account_id'', true), '''')::bigint)', t, col);
end $$;

-- Runs after the migrations and adds the policy to every account-owned table that lacks it, so that none can be forgotten.
create function add_account_policies() returns void language plpgsql as
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
    perform add_account_policy(found.t, found.col);
  end loop;
end $$;
