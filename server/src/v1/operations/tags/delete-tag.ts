import { Type } from 'typebox';
import { deleteTag } from '../../../domain/tags/write-tags.ts';
import { operation } from '../../operation.ts';
import { RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'deleteTag',
  group: 'Tags',
  summary: 'Delete Tag',
  description: 'Removes the tag from all companies. If a custom feed uses the tag, the response is 409 conflict: change the feed first.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/tags/{id}',
  scope: 'tags:write',
  account: 'required',
  params: Type.Object({ id: RecordId }),
  success: 204,
  errors: [404, 409],
  example: { params: { id: '1001' } },
  async handle({ ctx, account, params }) {
    await deleteTag(ctx, account.id, params.id);
    return {};
  },
});
