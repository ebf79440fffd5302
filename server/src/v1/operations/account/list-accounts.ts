import { Type } from 'typebox';
import { findAccounts } from '../../../domain/accounts/find-accounts.ts';
import { getBalance } from '../../../domain/credits/get-balance.ts';
import { operation } from '../../operation.ts';
import { AccountSummaryV1, AccountV1 } from '../../schemas/account.ts';

export default operation({
  id: 'listAccounts',
  group: 'Account',
  summary: 'List Accounts',
  description: 'Without account_id: all accounts of the user. With account_id: only that account, with its credits.',
  status: 'available',
  method: 'GET',
  path: '/v1/accounts',
  scope: 'accounts:read',
  account: 'optional',
  include: ['account_company'],
  data: Type.Union([Type.Array(AccountSummaryV1), Type.Array(AccountV1)]),
  async handle({ ctx, principal, account, include }) {
    const ids = account ? [account.id] : principal.memberships.map(({ accountId }) => accountId);
    const accounts = await findAccounts(ctx, ids);
    const balance = account ? await getBalance(ctx, account) : null;
    return {
      data: accounts.map(({ id, name, company }) => ({
        type: balance ? 'account' : 'account_summary',
        id,
        attributes: balance
          ? {
              name,
              credits: {
                available: balance.available,
                used: balance.used,
                remaining: balance.remaining,
                next_reset_on: balance.nextResetOn,
              },
            }
          : { name },
        relationships: company ? { account_company: companyOf(company, include.has('account_company')) } : {},
      })),
    };
  },
});

function companyOf(company: { id: string; name: string }, isIncluded: boolean) {
  const reference = { type: 'account_company', id: company.id };
  return isIncluded ? { ...reference, attributes: { name: company.name } } : reference;
}
