import { Type } from 'typebox';
import { updateTag } from '../../../domain/tags/write-tags.ts';
import { operation } from '../../operation.ts';
import { Exact, RecordId } from '../../schemas/resource.ts';
import { TagV1, tagColor, tagName, tagV1 } from '../../schemas/tag.ts';

export default operation({
  id: 'updateTag',
  group: 'Tags',
  summary: 'Update Tag',
  status: 'available',
  method: 'PATCH',
  path: '/v1/tags/{id}',
  scope: 'tags:write',
  account: 'required',
  params: Type.Object({ id: RecordId }),
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('tag'),
        attributes: Type.Object(
          { name: Type.Optional(tagName), color: Type.Optional(tagColor) },
          { additionalProperties: false, minProperties: 1 },
        ),
      }),
    },
    { $id: 'UpdateTagRequestV1' },
  ),
  data: TagV1,
  errors: [404, 409],
  example: { params: { id: '1001' }, body: { data: { type: 'tag', attributes: { color: 5 } } } },
  async handle({ ctx, account, params, body }) {
    return { data: tagV1(await updateTag(ctx, account.id, params.id, body.data.attributes)) };
  },
});
