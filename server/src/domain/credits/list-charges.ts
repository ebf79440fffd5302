import { sql } from 'kysely';
import { uuidPattern } from '../../lib/is-uuid.ts';
import type { Context } from '../context.ts';
import { decodeBefore, encodeCursor } from '../cursor.ts';
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
  const cursor = before === undefined ? null : decodeBefore(before, /^\d{1,15}$/, uuidPattern);
  const { rows } = await sql<ListedCharge>`
    select h.id, h.charged_at as "chargedAt", h.kind, h.record_id as "recordId", h.credits, h.operation, h.request_id as "requestId",
      case h.kind
        when 'company' then (select c.name from companies c where c.id = h.record_id::bigint)
        when 'contact' then (select k.full_name from contacts k where k.id = h.record_id::bigint)
        else h.record_id end as "recordName"
    from credit_charges h
    where h.account_id = ${accountId}
      ${cursor === null ? sql`` : sql`and (h.charged_at, h.id) < (${new Date(Number(cursor[0]))}::timestamptz, ${cursor[1]}::uuid)`}
    order by h.charged_at desc, h.id desc limit ${limit}`.execute(ctx.db);
  return rows;
}

export function chargeCursor({ chargedAt, id }: ListedCharge): string {
  return encodeCursor(chargedAt.getTime(), id);
}
