-- The records that an account has revealed with credits, named as everywhere else.
alter table opened_records rename to revealed_records;
alter table revealed_records rename column opened_at to revealed_at;
-- Citus cannot rename constraints.
do $$
begin
  if not has_citus() then
    alter table revealed_records rename constraint opened_records_pkey to revealed_records_pkey;
    alter table revealed_records rename constraint opened_records_account_id_fkey to revealed_records_account_id_fkey;
    alter table revealed_records rename constraint opened_records_kind_check to revealed_records_kind_check;
  end if;
end $$;
