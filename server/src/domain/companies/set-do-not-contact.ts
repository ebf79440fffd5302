import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { recordAudits } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';

/** Sets whether companies are “do not contact” for an account, regardless of its CRM and the directory. Joins the caller's transaction. */
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
  const entries = companyIds.map((id) => ({
    for: { accountId },
    action: 'company.contact_preference',
    subject: { kind: 'company', id },
    detail: { do_not_contact: isOn },
  }));
  await recordAudits(ctx, trx, entries);
}
