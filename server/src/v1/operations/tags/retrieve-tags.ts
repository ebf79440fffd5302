import { Type } from 'typebox';
import { listTags } from '../../../domain/tags/list-tags.ts';
import { operation } from '../../operation.ts';
import { TagV1, tagV1 } from '../../schemas/tag.ts';

export default operation({
  id: 'retrieveTags',
  group: 'Tags',
  summary: 'Retrieve Tags',
  description: 'The tags of the account, by name.',
  status: 'available',
  method: 'GET',
  path: '/v1/tags',
  scope: 'tags:read',
  account: 'required',
  paging: 'page',
  data: Type.Array(TagV1),
  async handle({ ctx, account, page }) {
    const { tags, totalCount } = await listTags(ctx, account.id, { offset: page.offset, limit: page.size });
    return { data: tags.map(tagV1), totalCount };
  },
});
