import { Type } from 'typebox';
import { getList } from '../../../domain/lists/list.ts';
import { operation } from '../../operation.ts';
import { ListId, ListV1, listV1 } from '../../schemas/list.ts';

export default operation({
  id: 'getList',
  group: 'Lists',
  summary: 'Get List Details',
  status: 'available',
  method: 'GET',
  path: '/v1/lists/{list_id}',
  scope: 'lists:read',
  account: 'required',
  params: Type.Object({ list_id: ListId }),
  data: ListV1,
  errors: [404],
  example: { params: { list_id: 'static_1001' } },
  async handle({ ctx, account, params }) {
    return { data: listV1(await getList(ctx, account.id, params.list_id)) };
  },
});
