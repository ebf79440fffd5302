import { sql } from 'kysely';
import { itemAt } from '../../lib/item-at.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { RecordKind } from './reveal-records.ts';

type ListedCharge = {
  id: string;
  chargedAt: Date;
  kind: RecordKind;
  recordId: string;
  /** Current name; null if the record is no longer in the directory. */
  recordName: string | null;
  credits: number;
  operation: string;
  requestId: string;
};

/** Lists credit charges, newest first. `before` is the cursor of the last row of the previous page. */
export async function listCharges(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  { before, limit }: { before?: string; limit: number },
): Promise<ListedCharge[]> {
  const place = before === undefined ? null : readCursor(before);
  const { rows } = await sql<ListedCharge>`
    select h.id, h.charged_at as "chargedAt", h.kind, h.record_id as "recordId", h.credits, h.operation, h.request_id as "requestId",
      case h.kind
        when 'company' then (select c.name from companies c where c.id::text = h.record_id)
        when 'contact' then (select k.full_name from contacts k where k.id::text = h.record_id)
        else h.record_id end as "recordName"
    from credit_charges h
    where h.account_id = ${accountId}
      ${place === null ? sql`` : sql`and (h.charged_at, h.id) < (${place.chargedAt}::timestamptz, ${place.id}::uuid)`}
    order by h.charged_at desc, h.id desc limit ${limit}`.execute(ctx.db);
  return rows;
}

export function chargeCursor({ chargedAt, id }: ListedCharge): string {
  return `${chargedAt.toISOString()}_${id}`;
}

function readCursor(text: string): { chargedAt: string; id: string } {
  const found = /^(\d{4}-\d{2}-\d{2}T[\d:.]{8,15}Z)_([0-9a-f-]{36})$/.exec(text);
  if (!found || Number.isNaN(Date.parse(itemAt(found, 1))))
    throw new Problem('invalid_input', { title: 'Not a valid cursor.', parameter: 'before' });
  return { chargedAt: itemAt(found, 1), id: itemAt(found, 2) };
}
