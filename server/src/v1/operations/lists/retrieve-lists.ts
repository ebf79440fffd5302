import { Type } from 'typebox';
import { listKinds } from '../../../domain/lists/list.ts';
import { listLists } from '../../../domain/lists/list-lists.ts';
import { operation } from '../../operation.ts';
import { ListV1, listScope, listV1 } from '../../schemas/list.ts';
import { OneOf } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveLists',
  group: 'Lists',
  summary: 'Retrieve Lists',
  description: 'The lists of a scope, by name.',
  status: 'available',
  method: 'GET',
  path: '/v1/lists',
  scope: 'lists:read',
  account: 'required',
  paging: 'page',
  query: Type.Object({ 'filter[scope]': listScope, 'filter[kind]': Type.Optional(OneOf(listKinds)) }),
  data: Type.Array(ListV1),
  example: { query: { 'filter[scope]': 'company' } },
  async handle({ ctx, account, query, page }) {
    const { lists, totalCount } = await listLists(ctx, account.id, {
      scope: query['filter[scope]'],
      kind: query['filter[kind]'] ?? null,
      offset: page.offset,
      limit: page.size,
    });
    return { data: lists.map(listV1), totalCount };
  },
});
