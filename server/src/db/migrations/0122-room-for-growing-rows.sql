-- A visit grows with each of its events. Room on its page lets it be rewritten there, without a new entry in each of its indexes.
do $$
declare month regclass;
begin
  for month in select inhrelid from pg_inherits where inhparent = 'visits'::regclass loop
    execute format('alter table %s set (fillfactor = 60)', month);
  end loop;
end $$;
alter table visitors set (fillfactor = 70);
