import { sql } from 'kysely';
import type { Check } from '../check.ts';
import { compare } from '../compare.ts';

export const eventLedger: Check = {
  name: 'event_ledger',
  description: 'events received by day against their outcomes',
  skippedDuring: [],
  isRebuildable: false,
  run: (trx, { id }) =>
    compare(
      trx,
      sql`select concat_ws(' ', 'events received on', day) as subject, sum(events)::text as value from event_receipts
        where account_id = ${id} group by day having sum(events) <> 0`,
      sql`select concat_ws(' ', 'events received on', day) as subject, sum(events)::text as value from event_outcomes
        where account_id = ${id} group by day having sum(events) <> 0`,
    ),
};

export const credits: Check = {
  name: 'credits',
  description: 'credits used by month against the charges',
  skippedDuring: [],
  isRebuildable: false,
  run: (trx, { id }) =>
    compare(
      trx,
      sql`select concat_ws(' ', 'credits used in', month) as subject, used::text as value from credit_months where account_id = ${id} and used <> 0`,
      sql`select concat_ws(' ', 'credits used in', date_trunc('month', charged_at at time zone 'UTC')::date) as subject, sum(credits)::text as value
        from credit_charges where account_id = ${id} group by date_trunc('month', charged_at at time zone 'UTC')`,
    ),
};
