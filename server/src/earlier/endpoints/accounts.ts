import type { Context } from '../../domain/context.ts';
import { getTrackingStatus } from '../../domain/tracking/get-tracking-status.ts';
import { listMemberAccounts, type MemberAccount } from '../../domain/users/member-account.ts';
import { withinAccount } from '../../domain/within-account.ts';
import type { Endpoint } from '../endpoint.ts';
import { accountResource } from '../resources/account.ts';

const resource = async (ctx: Context, account: MemberAccount) => accountResource(account, await getTrackingStatus(ctx, account.id));

export const listAccounts: Endpoint = {
  method: 'GET',
  path: '/accounts',
  successor: '/v1/accounts',
  account: false,
  async handle({ ctx, principal }) {
    const accounts = await listMemberAccounts(ctx, principal.userId);
    return { document: { data: await Promise.all(accounts.map((account) => resource(withinAccount(ctx, account.id), account))) } };
  },
};

export const getAccount: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id',
  successor: '/v1/accounts',
  account: true,
  async handle({ ctx, account }) {
    return { document: { data: await resource(ctx, account) } };
  },
};
