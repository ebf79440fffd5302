import { sql } from 'kysely';
import { writeActivities } from '../activities/activities.ts';
import { checkRecordId } from '../check-record-id.ts';
import { doNotContact as mustNotBeContacted } from '../companies/do-not-contact.ts';
import { setDoNotContact } from '../companies/set-do-not-contact.ts';
import type { Context } from '../context.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';
import { writeNotifications } from '../notifications/write-notifications.ts';
import { Problem } from '../problem.ts';

export type LeadChange = { followed?: boolean; hidden?: boolean; assigneeId?: string | null; doNotContact?: boolean };

const maxCompanies = 1000;

export function checkCompanyIds(companyIds: string[]): string[] {
  if (companyIds.length === 0 || companyIds.length > maxCompanies) {
    throw new Problem('invalid_input', { title: `Choose 1 to ${maxCompanies} companies.`, parameter: 'companyIds' });
  }
  return [...new Set(companyIds.map((id) => checkRecordId(id, 'company')))].sort();
}

/** The state of a lead before a change, for undo. */
type PreviousLead = { companyId: string; followed: boolean; hidden: boolean; assigneeId: string | null };

/**
 * Bulk action: follows, hides or assigns leads, or stops contact, and records the activity of those that change. Returns the number of
 * selected leads and their previous state.
 */
export async function updateLeads(
  ctx: Context,
  accountId: string,
  actorId: string,
  input: { companyIds: string[]; change: LeadChange },
): Promise<{ changed: number; previous: PreviousLead[] }> {
  const companyIds = checkCompanyIds(input.companyIds);
  const { followed, hidden, assigneeId, doNotContact } = input.change;
  if ([followed, hidden, assigneeId, doNotContact].every((value) => value === undefined)) {
    throw new Problem('invalid_input', 'Nothing to change: specify at least one field.');
  }
  const assignee = assigneeId ? await getMemberEmail(ctx, accountId, assigneeId) : null;
  return ctx.db.transaction().execute(async (trx) => {
    const { rows: previous } = await sql<PreviousLead>`
      select company_id as "companyId", followed, hidden, assignee_id as "assigneeId" from leads
      where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) order by company_id for update`.execute(trx);
    const changed = await trx
      .updateTable('leads')
      .set({
        followed: followed ?? sql<boolean>`followed`,
        ...(hidden === undefined ? {} : { hidden }),
        ...(assigneeId === undefined ? {} : { assignee_id: assigneeId }),
      })
      .where('account_id', '=', accountId)
      .where('company_id', '=', sql<string>`any(${companyIds}::bigint[])`)
      .returning('company_id')
      .execute();
    if (changed.length === 0) throw new Problem('not_found', 'None of these companies is a lead of the account.');
    const ids = changed.map(({ company_id }) => company_id);
    await recordFeedChanges(trx, accountId, ids);
    const changedIn = (isChanged: (lead: PreviousLead) => boolean) => previous.filter(isChanged).map(({ companyId }) => companyId);
    const record = (kind: string, changedIds: string[], detail: string | null = null) =>
      writeActivities(ctx, trx, { accountId, actorId, companyIds: changedIds, kind, detail });
    if (followed !== undefined) {
      const changedIds = changedIn((lead) => lead.followed !== followed);
      await record(followed ? 'followed' : 'unfollowed', changedIds);
    }
    if (hidden !== undefined) {
      const changedIds = changedIn((lead) => lead.hidden !== hidden);
      await record(hidden ? 'hidden' : 'shown', changedIds);
    }
    if (assigneeId !== undefined) {
      const changedIds = changedIn((lead) => lead.assigneeId !== assigneeId);
      await record(assigneeId === null ? 'unassigned' : 'assigned', changedIds, assignee);
      const userIds = assigneeId === null ? [] : [assigneeId];
      await writeNotifications(ctx, trx, { accountId, userIds, kind: 'assigned', companyIds: changedIds, actorId, detail: null });
    }
    if (doNotContact !== undefined) {
      const { rows: changedIds } = await sql<{ id: string }>`
        select c.id from companies c
        where c.id = any(${ids}::bigint[]) and ${mustNotBeContacted(accountId)} is distinct from ${doNotContact}::boolean`.execute(trx);
      await setDoNotContact(ctx, trx, accountId, ids, doNotContact);
      await record(
        doNotContact ? 'contact_stopped' : 'contact_allowed',
        changedIds.map(({ id }) => id),
      );
    }
    return { changed: changed.length, previous };
  });
}

async function getMemberEmail(ctx: Context, accountId: string, userId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.account_id', '=', accountId)
    .where('users.id', '=', checkRecordId(userId, 'user'))
    .executeTakeFirst();
  if (!row) throw new Problem('invalid_input', { title: 'Leads can be assigned to users of the account only.', parameter: 'assigneeId' });
  return row.email;
}
