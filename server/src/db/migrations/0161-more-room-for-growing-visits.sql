-- A visit grows to twice its first size. With less room than that on its page, half of the rewrites moved it to another one, with a new
-- entry in each of its indexes.
do $$
declare month regclass;
begin
  for month in select inhrelid from pg_inherits where inhparent = 'visits'::regclass loop
    execute format('alter table %s set (fillfactor = 40)', month);
  end loop;
end $$;
