import { Type } from 'typebox';
import { createList } from '../../../domain/lists/write-lists.ts';
import { operation } from '../../operation.ts';
import { ListV1, listName, listScope, listV1 } from '../../schemas/list.ts';
import { Exact } from '../../schemas/resource.ts';

export default operation({
  id: 'createList',
  group: 'Lists',
  summary: 'Create a List',
  description:
    'Creates a static list of companies or contacts. The name must be unique within its scope, regardless of case; if it is taken, the response is 409 conflict. An account can have at most 1,000 static lists.',
  status: 'available',
  method: 'POST',
  path: '/v1/lists',
  scope: 'lists:write',
  account: 'required',
  body: Exact(
    { data: Exact({ type: Type.Literal('list'), attributes: Exact({ name: listName, scope: listScope }) }) },
    { $id: 'CreateListRequestV1' },
  ),
  data: ListV1,
  success: 201,
  errors: [409],
  example: { body: { data: { type: 'list', attributes: { name: 'Call this week', scope: 'company' } } } },
  async handle({ ctx, account, body }) {
    return { data: listV1(await createList(ctx, account.id, body.data.attributes)) };
  },
});
