import { Type } from 'typebox';
import { renameList } from '../../../domain/lists/write-lists.ts';
import { operation } from '../../operation.ts';
import { ListId, ListV1, listName, listV1 } from '../../schemas/list.ts';
import { Exact } from '../../schemas/resource.ts';

export default operation({
  id: 'updateList',
  group: 'Lists',
  summary: 'Update List',
  description: 'Renames a static list. Its scope cannot be changed; other kinds of list are read-only: 403 access_denied.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/lists/{list_id}',
  scope: 'lists:write',
  account: 'required',
  params: Type.Object({ list_id: ListId }),
  body: Exact({ data: Exact({ type: Type.Literal('list'), attributes: Exact({ name: listName }) }) }, { $id: 'UpdateListRequestV1' }),
  data: ListV1,
  errors: [404, 409],
  example: { params: { list_id: 'static_1001' }, body: { data: { type: 'list', attributes: { name: 'Call next week' } } } },
  async handle({ ctx, account, params, body }) {
    return { data: listV1(await renameList(ctx, account.id, params.list_id, body.data.attributes.name)) };
  },
});
