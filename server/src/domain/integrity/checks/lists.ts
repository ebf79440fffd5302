import { sql } from 'kysely';
import type { Check } from '../check.ts';
import { compare } from '../compare.ts';

export const lists: Check = {
  name: 'lists',
  description: 'number of items in each list',
  skippedDuring: [],
  isRebuildable: false,
  run: (trx, { id }) =>
    compare(
      trx,
      sql`select concat_ws(' ', 'list', l.id) as subject, l.item_count::text as value from lists l where l.account_id = ${id} and l.item_count <> 0`,
      sql`select concat_ws(' ', 'list', i.list_id) as subject, count(*)::text as value from list_items i where i.account_id = ${id} group by i.list_id`,
    ),
};
