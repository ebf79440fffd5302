import type { Context } from '../context.ts';

/** Whether any company visited before a day. If none did, every lead since then is new, and marking all of them as new is pointless. */
export async function hasVisitsBefore({ db }: Context, accountId: string, day: string): Promise<boolean> {
  const first = await db
    .selectFrom('company_days')
    .select('day')
    .where('account_id', '=', accountId)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return first !== undefined && first.day < day;
}
