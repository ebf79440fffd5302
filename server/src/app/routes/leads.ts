import Type from 'typebox';
import { changeLeads } from '../../domain/workspace/change-leads.ts';
import { leadSorts } from '../../domain/workspace/lead-row.ts';
import { listLeadRows } from '../../domain/workspace/list-lead-rows.ts';
import { route } from '../route.ts';
import { Day, RecordId } from './shapes.ts';

const LeadsQuery = Type.Object({
  from: Day,
  to: Day,
  search: Type.String({ maxLength: 200, default: '' }),
  sort: Type.Union(
    leadSorts.map((sort) => Type.Literal(sort)),
    { default: 'last_visit' },
  ),
  order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'desc' }),
  offset: Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
});

const Change = Type.Object({
  companyIds: Type.Array(RecordId, { minItems: 1, maxItems: 1000 }),
  followed: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
  assigneeId: Type.Optional(Type.Union([RecordId, Type.Null()])),
});

export const leadRoutes = [
  route({
    method: 'GET',
    path: '/leads',
    need: 'view',
    query: LeadsQuery,
    handle: ({ ctx, accountId, query: { order, ...query } }) =>
      listLeadRows(ctx, { ...query, accountId, descending: order === 'desc', conditions: [], includeHidden: false }),
  }),
  route({
    method: 'PATCH',
    path: '/leads',
    need: 'edit',
    body: Change,
    handle: ({ ctx, accountId, user, body: { companyIds, ...change } }) => changeLeads(ctx, accountId, user.id, { companyIds, change }),
  }),
];
