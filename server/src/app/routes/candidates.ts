import Type from 'typebox';
import { listCandidates } from '../../domain/company-merges/list-candidates.ts';
import { requestDecision } from '../../domain/company-merges/request-decision.ts';
import { canChangeDirectory } from '../../domain/imports/directory-accounts.ts';
import { Problem } from '../../domain/problem.ts';
import type { AppContext } from '../context.ts';
import { route } from '../route.ts';

const pageSize = 50;

const Page = Type.Object({ offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })) });

const Decision = Type.Object({
  companyId: Type.String({ maxLength: 20 }),
  candidateId: Type.String({ maxLength: 20 }),
  decision: Type.Enum(['accepted', 'rejected', 'reopened']),
});

export async function requireDirectoryPermission(ctx: AppContext, accountId: string): Promise<void> {
  if (await canChangeDirectory(ctx, ctx.directoryAccounts, accountId)) return;
  throw new Problem(
    'forbidden',
    'All accounts of this installation share the company directory. Only the operator and the accounts listed in DIRECTORY_ACCOUNTS can change it.',
  );
}

/** Identified names and imported records that may be another company in the directory. */
export const candidateRoutes = [
  route({
    method: 'GET',
    path: '/company-candidates',
    permission: 'manage',
    query: Page,
    handle: async ({ ctx, accountId, query }) => {
      if (!(await canChangeDirectory(ctx, ctx.directoryAccounts, accountId))) return { canDecide: false, candidates: [], next: null };
      const offset = query.offset ?? 0;
      const candidates = await listCandidates(ctx, { status: 'open', limit: pageSize + 1, offset });
      return { canDecide: true, candidates: candidates.slice(0, pageSize), next: candidates.length > pageSize ? offset + pageSize : null };
    },
  }),
  route({
    method: 'POST',
    path: '/company-candidates/decisions',
    permission: 'manage',
    body: Decision,
    handle: async ({ ctx, accountId, body }) => {
      await requireDirectoryPermission(ctx, accountId);
      await requestDecision(ctx, accountId, body);
    },
  }),
];
