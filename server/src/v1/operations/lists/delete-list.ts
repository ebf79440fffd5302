import { Type } from 'typebox';
import { deleteList } from '../../../domain/lists/write-lists.ts';
import { operation } from '../../operation.ts';
import { ListId } from '../../schemas/list.ts';

export default operation({
  id: 'deleteList',
  group: 'Lists',
  summary: 'Delete List',
  description:
    'Deletes a static list, but not the companies or contacts on it. For other kinds of list, the response is 403 access_denied. If a custom feed uses the list, the response is 409 conflict: change the feed first.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/lists/{list_id}',
  scope: 'lists:write',
  account: 'required',
  params: Type.Object({ list_id: ListId }),
  success: 204,
  errors: [404, 409],
  example: { params: { list_id: 'static_1001' } },
  async handle({ ctx, account, params }) {
    await deleteList(ctx, account.id, params.list_id);
    return {};
  },
});
