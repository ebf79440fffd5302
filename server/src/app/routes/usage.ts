import Type from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { getBalance } from '../../domain/credits/get-balance.ts';
import { chargeCursor, listCharges } from '../../domain/credits/list-charges.ts';
import { listUsage } from '../../domain/usage/list-usage.ts';
import { lastOf } from '../../lib/last-of.ts';
import { route } from '../route.ts';

const pageSize = 50;
const Month = Type.String({ pattern: '^(?!0000)\\d{4}-(0[1-9]|1[0-2])$' });
const UsageQuery = Type.Object({ startPeriod: Month, endPeriod: Month });
const ChargesQuery = Type.Object({ before: Type.Optional(Type.String({ maxLength: 100 })) });

/** API usage and credits of the account. */
export const usageRoutes = [
  route({
    method: 'GET',
    path: '/credits',
    permission: 'view',
    handle: async ({ ctx, accountId }) => getBalance(ctx, await getAccount(ctx, accountId)),
  }),
  route({
    method: 'GET',
    path: '/usage',
    permission: 'view',
    query: UsageQuery,
    handle: ({ ctx, accountId, query }) => listUsage(ctx, accountId, query),
  }),
  route({
    method: 'GET',
    path: '/charges',
    permission: 'view',
    query: ChargesQuery,
    handle: async ({ ctx, accountId, query: { before } }) => {
      const charges = await listCharges(ctx, accountId, { before, limit: pageSize + 1 });
      const shown = charges.slice(0, pageSize);
      return { charges: shown, next: charges.length > pageSize ? chargeCursor(lastOf(shown)) : null };
    },
  }),
];
