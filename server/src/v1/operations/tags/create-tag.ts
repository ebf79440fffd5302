import { Type } from 'typebox';
import { createTag } from '../../../domain/tags/write-tags.ts';
import { operation } from '../../operation.ts';
import { Exact } from '../../schemas/resource.ts';
import { TagV1, tagColor, tagName, tagV1 } from '../../schemas/tag.ts';

export default operation({
  id: 'createTag',
  group: 'Tags',
  summary: 'Create Tag',
  description:
    'The name must be unique within the account, regardless of case; if it is taken, the response is 409 conflict. An account can have at most 1,000 tags.',
  status: 'available',
  method: 'POST',
  path: '/v1/tags',
  scope: 'tags:write',
  account: 'required',
  body: Exact(
    { data: Exact({ type: Type.Literal('tag'), attributes: Exact({ name: tagName, color: Type.Optional(tagColor) }) }) },
    { $id: 'CreateTagRequestV1' },
  ),
  data: TagV1,
  success: 201,
  errors: [409],
  example: { body: { data: { type: 'tag', attributes: { name: 'Hot', color: 3 } } } },
  async handle({ ctx, account, body }) {
    return { data: tagV1(await createTag(ctx, account.id, body.data.attributes)) };
  },
});
