import { Type } from 'typebox';
import { getTag } from '../../../domain/tags/list-tags.ts';
import { operation } from '../../operation.ts';
import { RecordId } from '../../schemas/resource.ts';
import { TagV1, tagV1 } from '../../schemas/tag.ts';

export default operation({
  id: 'getTag',
  group: 'Tags',
  summary: 'Get Tag',
  status: 'available',
  method: 'GET',
  path: '/v1/tags/{id}',
  scope: 'tags:read',
  account: 'required',
  params: Type.Object({ id: RecordId }),
  data: TagV1,
  errors: [404],
  example: { params: { id: '1001' } },
  async handle({ ctx, account, params }) {
    return { data: tagV1(await getTag(ctx, account.id, params.id)) };
  },
});
