-- The number of items of each list, updated in the transactions that change the items: counting a large list takes longer than reading a
-- page of it.
alter table lists add column item_count integer not null default 0;
update lists set item_count = counted.total
from (select account_id, list_id, count(*)::integer as total from list_items group by account_id, list_id) as counted
where lists.account_id = counted.account_id and lists.id = counted.list_id;
