import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { type AccountCreation, createAdditionalAccount } from '../users/create-additional-account.ts';
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
  const { id } = await createAdditionalAccount(ctx, user, rule, {
    ...input,
    sampleStatus: 'filling',
    check: checkHasNoSample,
    // In the same transaction: without the job, the account would never be filled.
    alsoWrite: (trx, accountId) =>
      ctx.jobs.add(trx, fillSampleAccountJobName, { accountId, userId: user.id }, { key: `fill-sample ${accountId}` }),
  });
  return { id };
}

async function checkHasNoSample(ctx: Context, user: UserWithMemberships): Promise<void> {
  const existing = (await listOwnAccounts(ctx, user)).find(({ sampleStatus }) => sampleStatus !== null);
  if (existing) throw new Problem('conflict', `You already have sample data in the account "${existing.name}".`);
}
