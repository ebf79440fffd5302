import Type from 'typebox';
import { auditCursor, listAudit } from '../../domain/audit/list-audit.ts';
import { listSubjectNames, subjectKey } from '../../domain/audit/list-subject-names.ts';
import { lastOf } from '../../lib/last-of.ts';
import { route } from '../route.ts';

const pageSize = 50;

const AuditQuery = Type.Object({
  action: Type.Optional(Type.String({ maxLength: 100 })),
  search: Type.Optional(Type.String({ maxLength: 100 })),
  before: Type.Optional(Type.String({ maxLength: 100 })),
});

export const auditRoutes = [
  route({
    method: 'GET',
    path: '/audit',
    permission: 'manage',
    query: AuditQuery,
    handle: async ({ ctx, accountId, query: { action, search, before } }) => {
      const entries = await listAudit(ctx, {
        accountId,
        action: action === '' ? undefined : action,
        search: search?.trim(),
        before,
        limit: pageSize + 1,
      });
      const shown = entries.slice(0, pageSize);
      const names = await listSubjectNames(
        ctx,
        accountId,
        shown.map(({ subject }) => subject),
      );
      const named = shown.map((entry) => ({ ...entry, subject: { ...entry.subject, name: names.get(subjectKey(entry.subject)) ?? null } }));
      return { entries: named, next: entries.length > pageSize ? auditCursor(lastOf(shown)) : null };
    },
  }),
];
