import type { Context } from '../context.ts';

/** Whether any company visited the account's website before a day. Without such visits every lead would count as new. */
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
