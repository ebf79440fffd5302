-- Where a table lives when the database is a Citus cluster. On plain PostgreSQL these functions do nothing.
create extension if not exists pg_trgm;

create function has_citus() returns boolean language sql stable as
$$ select exists (select 1 from pg_extension where extname = 'citus') $$;

create function place_everywhere(t regclass) returns void language plpgsql as
$$ begin
  if has_citus() then execute format('select create_reference_table(%L)', t); end if;
end $$;

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

-- Writing to this empty table makes a cluster commit account data and a job together, in two phases.
create table commit_fence (id int primary key);
select place_on_coordinator('commit_fence');

-- Ids of records that people read: short numbers, drawn on the coordinator.
create sequence record_ids start 1001;
