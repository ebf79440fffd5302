import Type from 'typebox';
import { updateListMembership } from '../../domain/leads/update-list-membership.ts';
import { listLists } from '../../domain/lists/list-lists.ts';
import { createList, deleteList, renameList } from '../../domain/lists/write-lists.ts';
import { route } from '../route.ts';
import { RecordId } from './shapes.ts';

const NewList = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) });
const ListChange = Type.Object({
  companyIds: Type.Array(RecordId, { minItems: 1, maxItems: 1000 }),
  listId: Type.String({ maxLength: 40 }),
  isOn: Type.Boolean(),
});

export const listRoutes = [
  route({
    method: 'GET',
    path: '/lists',
    need: 'view',
    handle: async ({ ctx, accountId }) => (await listLists(ctx, accountId, { scope: 'company', kind: null, offset: 0, limit: 1000 })).lists,
  }),
  route({
    method: 'POST',
    path: '/lists',
    need: 'edit',
    body: NewList,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createList(ctx, accountId, { name: body.name, scope: 'company' });
    },
  }),
  route({
    method: 'PATCH',
    path: '/lists/:listId',
    need: 'edit',
    body: NewList,
    handle: ({ ctx, accountId, params, body }) => renameList(ctx, accountId, params.listId, body.name),
  }),
  route({
    method: 'DELETE',
    path: '/lists/:listId',
    need: 'edit',
    handle: ({ ctx, accountId, params }) => deleteList(ctx, accountId, params.listId),
  }),
  route({
    method: 'POST',
    path: '/leads/lists',
    need: 'edit',
    body: ListChange,
    handle: ({ ctx, accountId, user, body }) => updateListMembership(ctx, accountId, user.id, body),
  }),
];
