import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';

/** Sets whether an account may contact companies, in the caller's transaction. */
export async function setDoNotContact(
  ctx: Context,
  trx: Database,
  accountId: string,
  companyIds: readonly string[],
  isOn: boolean,
): Promise<void> {
  await sql`
    insert into company_settings (account_id, company_id, do_not_contact, updated_at)
    select ${accountId}::bigint, id, ${isOn}::boolean, ${ctx.clock.now()}::timestamptz from unnest(${companyIds}::bigint[]) as wanted (id)
    on conflict (account_id, company_id) do update set do_not_contact = excluded.do_not_contact, updated_at = excluded.updated_at`.execute(
    trx,
  );
  for (const id of companyIds) {
    const detail = { do_not_contact: isOn };
    await recordAudit(ctx, trx, { for: { accountId }, action: 'company.contact_preference', subject: { kind: 'company', id }, detail });
  }
}
