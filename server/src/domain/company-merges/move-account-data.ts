import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { updateEmailedTo } from '../emails/update-emailed-to.ts';
import { LaneSteps } from '../lanes/lane-steps.ts';
import { StepSize } from '../lanes/step-size.ts';
import { reattributeLater } from '../reattribution/reattribute-later.ts';
import type { MergedCompany } from './enqueue-account-moves.ts';
import { moveLead } from './move-lead.ts';

export const moveAccountDataJobName = 'move-account-data';

export type AccountMove = MergedCompany & { accountId: string };

/** Tables in which a company can have many rows. */
const longTables = [
  { table: 'visitors', column: 'workplace_company_id' },
  { table: 'notes', column: 'company_id' },
  { table: 'activities', column: 'company_id' },
  { table: 'lead_emails', column: 'company_id' },
  { table: 'notifications', column: 'company_id' },
] as const;

/**
 * Moves an account's data from a merged company to the one it was merged into, in short steps, and queues the reattribution of its visits.
 * Can be interrupted at any time: the next run moves the rest.
 */
export async function moveAccountData(
  ctx: Context,
  { accountId, previousId, companyKeys, reason }: AccountMove,
  steps = new LaneSteps(ctx, accountId),
): Promise<void> {
  const companyIds = [previousId];
  for (let current = await findCurrentId(ctx, previousId); ; ) {
    for (const previous of companyIds) await moveCompanyRows(ctx, steps, { accountId, previous, current });
    const latest = await findCurrentId(ctx, previousId);
    if (latest === current) break;
    // The current company was merged in the meantime, possibly before the data was moved to it.
    companyIds.push(current);
    current = latest;
  }
  await steps.run(async (trx) => {
    await updateEmailedTo(trx, accountId, [...companyIds, await findCurrentId({ db: trx }, previousId)]);
    // Includes visits without a company: evidence for the two companies may have been contradictory.
    await reattributeLater({ ...ctx, db: trx }, accountId, reason, { companyIds, companyKeys });
  });
}

async function findCurrentId({ db }: Pick<Context, 'db'>, previousId: string): Promise<string> {
  const { merged_into } = await db.selectFrom('companies').select('merged_into').where('id', '=', previousId).executeTakeFirstOrThrow();
  return merged_into ?? previousId;
}

type Move = { accountId: string; previous: string; current: string };

async function moveCompanyRows(ctx: Context, steps: LaneSteps, { accountId, previous, current }: Move): Promise<void> {
  await steps.run((trx) => moveLead({ ...ctx, db: trx }, accountId, previous, current));
  const size = new StepSize();
  for (const { table, column } of longTables) {
    const [name, company] = [sql.table(table), sql.ref(column)];
    for (;;) {
      const { rows: limit } = size;
      const { numAffectedRows } = await steps.run((trx) =>
        size.measure(() =>
          sql`
            update ${name} set ${company} = ${current} where account_id = ${accountId} and id in (
              select id from ${name} where account_id = ${accountId} and ${company} = ${previous} limit ${limit})`.execute(trx),
        ),
      );
      if (Number(numAffectedRows) < limit) break;
    }
  }
}
