import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { type AccountCreation, createOwnAccount } from '../users/create-own-account.ts';
import { listOwnAccounts } from '../users/list-own-accounts.ts';
import type { UserWithMemberships } from '../users/user.ts';
import { fillSampleAccountJobName } from './fill-sample-account.ts';

type NewSampleAccount = { name: string; timezone: string };

/** Creates a separate account for sample data, so that simulated and real visits do not mix. A background job fills the account. */
export async function createSampleAccount(
  ctx: Context,
  user: UserWithMemberships,
  rule: AccountCreation,
  input: NewSampleAccount,
): Promise<{ id: string }> {
  const existing = (await listOwnAccounts(ctx, user)).find(({ sampleStatus }) => sampleStatus !== null);
  if (existing) throw new Problem('conflict', `You have sample data already, in the account "${existing.name}".`);
  const { id } = await createOwnAccount(ctx, user, rule, { ...input, sampleStatus: 'filling' });
  await ctx.db
    .transaction()
    .execute((trx) => ctx.jobs.add(trx, fillSampleAccountJobName, { accountId: id, userId: user.id }, { key: `fill-sample ${id}` }));
  return { id };
}
