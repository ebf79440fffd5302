import Type from 'typebox';
import { loadSummaries } from '../../domain/companies/load-summaries.ts';
import { updateListMembers } from '../../domain/leads/update-list-members.ts';
import { getList } from '../../domain/lists/list.ts';
import { listItems } from '../../domain/lists/list-items.ts';
import { listLists } from '../../domain/lists/list-lists.ts';
import { createList, deleteList, renameList } from '../../domain/lists/write-lists.ts';
import { route } from '../route.ts';
import { loadCompanyRows } from './company-rows.ts';
import { loadContactRows } from './contact-rows.ts';
import { RecordId } from './shapes.ts';

const Scope = Type.Union([Type.Literal('company'), Type.Literal('contact')], { default: 'company' });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const NewList = Type.Object({ name: Name, scope: Type.Optional(Scope) });
const MembersQuery = Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 200 })) });
const MemberChange = Type.Object({ ids: Type.Array(RecordId, { minItems: 1, maxItems: 1000 }), isOn: Type.Boolean() });

const pageSize = 50;

export const listRoutes = [
  route({
    method: 'GET',
    path: '/lists',
    permission: 'view',
    query: Type.Object({ scope: Scope }),
    handle: async ({ ctx, accountId, query: { scope } }) =>
      (await listLists(ctx, accountId, { scope, kind: null, offset: 0, limit: null })).lists,
  }),
  route({
    method: 'POST',
    path: '/lists',
    permission: 'edit',
    body: NewList,
    handle: async ({ ctx, accountId, body: { name, scope = 'company' }, res }) => {
      res.code(201);
      return createList(ctx, accountId, { name, scope });
    },
  }),
  route({
    method: 'PATCH',
    path: '/lists/:listId',
    permission: 'edit',
    body: Type.Object({ name: Name }),
    handle: ({ ctx, accountId, params, body }) => renameList(ctx, accountId, params.listId, body.name),
  }),
  route({
    method: 'DELETE',
    path: '/lists/:listId',
    permission: 'edit',
    handle: ({ ctx, accountId, params }) => deleteList(ctx, accountId, params.listId),
  }),
  route({
    method: 'GET',
    path: '/lists/:listId/members',
    permission: 'view',
    query: MembersQuery,
    handle: async ({ ctx, accountId, params: { listId }, query: { cursor = null } }) => {
      const list = await getList(ctx, accountId, listId);
      const { items, nextCursor } = await listItems(ctx, accountId, listId, { cursor, size: pageSize });
      const ids = items.map(({ id }) => id);
      const hasContacts = list.scope === 'contact';
      const summaries = await loadSummaries(ctx, accountId, hasContacts ? [] : ids);
      const companies = ids.flatMap((id) => summaries.get(id) ?? []);
      return {
        list,
        companies: await loadCompanyRows(ctx, accountId, companies),
        contacts: await loadContactRows(ctx, accountId, hasContacts ? ids : []),
        next: nextCursor,
      };
    },
  }),
  route({
    method: 'POST',
    path: '/lists/:listId/members',
    permission: 'edit',
    body: MemberChange,
    handle: ({ ctx, accountId, user, params, body }) => updateListMembers(ctx, accountId, user.id, { listId: params.listId, ...body }),
  }),
];
