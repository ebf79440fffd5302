import { Type } from 'typebox';
import { listItems } from '../../../domain/lists/list-items.ts';
import { operation } from '../../operation.ts';
import { ListId } from '../../schemas/list.ts';
import { Exact, OneOf, RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveListItems',
  group: 'Lists',
  summary: 'Retrieve List Items',
  description: 'The items of a list, by id. Items have only id and type.',
  status: 'available',
  method: 'GET',
  path: '/v1/lists/{list_id}/items',
  scope: 'lists:read',
  account: 'required',
  paging: 'cursor',
  params: Type.Object({ list_id: ListId }),
  data: Type.Array(Exact({ type: OneOf(['company', 'contact']), id: RecordId })),
  errors: [404],
  example: { params: { list_id: 'static_1001' } },
  async handle({ ctx, account, params, page }) {
    const { items, totalCount, nextCursor } = await listItems(ctx, account.id, params.list_id, page);
    return { data: items, totalCount, nextCursor };
  },
});
