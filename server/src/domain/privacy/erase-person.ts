import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { type Actor, actorOf } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { eraseInAccount } from './erase-in-account.ts';
import { eraseFoundMentions, findMentions } from './erase-mentions.ts';
import { ErasureReport } from './erasure-report.ts';
import { findContactIds } from './person.ts';
import { recreateExports } from './recreate-exports.ts';
import { listAccountIds, listTables, type PrivacyScope } from './search-scope.ts';
import type { Subject } from './subject.ts';

/** Proof of an erasure. Contains no data of the person, so it can be archived and shown to others. */
export type Certificate = {
  certificate: 'leadlight-erasure';
  id: string;
  completed_at: string;
  by: Actor;
  reference: string | null;
  scope: string;
  subject_kind: Subject['kind'];
  removed: Record<string, number>;
  redacted: Record<string, number>;
  exports_recreated: number;
  left: string[];
  /** SHA-256 of all of the above as JSON. */
  digest: string;
};

type ErasureOptions = {
  certificateId?: string;
  reference?: string;
  onProgress?(message: string): void;
  /** Called between steps, to let the pipeline process the lanes of the account. */
  betweenSteps?(): Promise<void>;
};

/**
 * Erases a person (GDPR, right to erasure): account by account, then shared data, in short steps. If it is interrupted, another run erases
 * the data that is left.
 */
export async function erasePerson(
  ctx: Context,
  scope: PrivacyScope,
  subject: Subject,
  { certificateId: id = ctx.ids.uuid(), reference, onProgress = () => {}, betweenSteps }: ErasureOptions = {},
): Promise<Certificate> {
  await refuseUser(ctx, subject);
  const report = new ErasureReport();
  const { owned, shared } = await listTables(ctx.db, scope);
  const accountIds = await listAccountIds(ctx, scope);
  const contactIds = await findContactIds(ctx.db, subject);
  for (const [index, accountId] of accountIds.entries()) {
    onProgress(`Erasing in account ${accountId} (${index + 1} of ${accountIds.length})`);
    await eraseInAccount(ctx, accountId, subject, contactIds, owned, report, betweenSteps);
    const files = await ctx.db.transaction().execute((trx) => recreateExports(ctx, trx, accountId, subject));
    for (const name of files) await ctx.files.remove(name);
    report.exportsRecreated += files.length;
  }
  onProgress('Erasing shared data');
  await ctx.db.transaction().execute(async (trx) => eraseContacts(trx, scope, await findContactIds(trx, subject), report));
  for (const table of shared) {
    const { where } = table;
    const found = await findMentions(ctx.db, table, where, subject);
    const run = (step: (trx: Transaction<DB>) => Promise<void>) => ctx.db.transaction().execute(step);
    await eraseFoundMentions(run, table, { where, found }, subject, report);
  }
  return ctx.db.transaction().execute(async (trx) => {
    const certificate = createCertificate(ctx, id, scope, subject, reference ?? null, report);
    const { removed, redacted, digest } = certificate;
    await recordAudit(ctx, trx, {
      for: scope.accountId === null ? 'operator' : { accountId: scope.accountId },
      action: 'privacy.erased',
      subject: { kind: 'certificate', id },
      detail: { subject_kind: subject.kind, scope: certificate.scope, reference: certificate.reference, removed, redacted, digest },
    });
    return certificate;
  });
}

/** Refuses to erase a user, because their accounts would silently lose a member. */
async function refuseUser(ctx: Context, { kind, value }: Subject): Promise<void> {
  if (kind !== 'email') return;
  const user = await ctx.db.selectFrom('users').select('id').where('email', '=', value).executeTakeFirst();
  if (user)
    throw new Problem(
      'conflict',
      `${value} is a user of this installation: remove them first with "leadlight user remove --email ${value}".`,
    );
}

/** Deletes contacts of the directory, except for those that other accounts use if the scope is a single account. */
async function eraseContacts(
  trx: Transaction<DB>,
  { accountId }: PrivacyScope,
  contactIds: string[],
  report: ErasureReport,
): Promise<void> {
  if (contactIds.length === 0) return;
  const used = accountId === null ? new Set<string>() : await findUsedByOthers(trx, accountId, contactIds);
  const unused = contactIds.filter((id) => !used.has(id));
  report.addRemoved('contacts', (await sql`delete from contacts where id = any(${unused}::bigint[])`.execute(trx)).numAffectedRows);
  const changes = await sql`delete from import_changes where record_kind = 'contact' and record_id = any(${unused}::bigint[])`.execute(trx);
  report.addRemoved('import_changes', changes.numAffectedRows);
  if (used.size > 0) report.left.push(`${used.size} contacts of the shared directory that other accounts use: --all erases them too`);
}

/** Uses one query per table, which a cluster can run on all nodes, because no query joins tables of different accounts. */
async function findUsedByOthers(trx: Transaction<DB>, accountId: string, contactIds: string[]): Promise<Set<string>> {
  const ids = sql`any(${contactIds}::bigint[])`;
  const queries = [
    sql<{
      id: string;
    }>`select distinct contact_id::text as id from contact_overrides where contact_id = ${ids} and account_id <> ${accountId}`,
    sql<{ id: string }>`select distinct record_id as id from revealed_records
      where kind = 'contact' and record_id = any(${contactIds}::text[]) and account_id <> ${accountId}`,
    sql<{ id: string }>`select distinct record_id::text as id from custom_field_values
      where scope = 'contact' and record_id = ${ids} and account_id <> ${accountId}`,
    sql<{ id: string }>`select distinct i.item_id::text as id from list_items i
      join lists l on l.account_id = i.account_id and l.id = i.list_id and l.scope = 'contact'
      where i.item_id = ${ids} and i.account_id <> ${accountId}`,
  ];
  const used = new Set<string>();
  for (const query of queries) for (const { id } of (await query.execute(trx)).rows) used.add(id);
  return used;
}

function createCertificate(
  ctx: Context,
  id: string,
  { accountId }: PrivacyScope,
  subject: Subject,
  reference: string | null,
  report: ErasureReport,
): Certificate {
  const content = {
    certificate: 'leadlight-erasure' as const,
    id,
    completed_at: ctx.clock.now().toISOString(),
    by: actorOf(ctx),
    reference,
    scope: accountId === null ? 'all accounts and shared data' : `account ${accountId}`,
    subject_kind: subject.kind,
    removed: report.removed,
    redacted: report.redacted,
    exports_recreated: report.exportsRecreated,
    left: report.left,
  };
  return { ...content, digest: createHash('sha256').update(JSON.stringify(content)).digest('hex') };
}
