import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';

type AssignedLead = {
  companyId: string;
  name: string;
  domain: string | null;
  logoUrl: string | null;
  visits: number;
  lastVisitAt: Date | null;
  /** Whether the user has unread notifications about the company. */
  hasUnread: boolean;
};

/** Lists the leads assigned to a user, newest visit first, leads without visits last. Hidden leads are left out. */
export async function listAssignedLeads(
  ctx: Context,
  accountId: string,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ leads: AssignedLead[]; total: number }> {
  const isAssigned = sql<boolean>`l.account_id = ${accountId} and l.assignee_id = ${userId} and not l.hidden`;
  const [found, counted] = await Promise.all([
    sql<AssignedLead>`
      select l.company_id as "companyId", c.name, c.domain, c.logo_url as "logoUrl", l.visits, l.last_visit_at as "lastVisitAt",
        l.company_id in (
          select company_id from notifications where account_id = ${accountId} and user_id = ${userId} and read_at is null
        ) as "hasUnread"
      from leads l join companies c on c.id = l.company_id where ${isAssigned}
      order by l.last_visit_at desc nulls last, l.company_id offset ${offset} limit ${limit}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from leads l where ${isAssigned}`.execute(ctx.db),
  ]);
  return { leads: found.rows, total: firstOf(counted.rows).total };
}
