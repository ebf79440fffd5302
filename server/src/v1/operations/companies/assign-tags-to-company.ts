import { Type } from 'typebox';
import { listCompanyTags, tagCompany } from '../../../domain/tags/tag-company.ts';
import { operation } from '../../operation.ts';
import { RecordId } from '../../schemas/resource.ts';
import { TagReference, TagReferences } from '../../schemas/tag.ts';

export default operation({
  id: 'assignTagsToCompany',
  group: 'Companies',
  summary: 'Assign Tags to Company',
  description: 'Assigns up to 100 tags to a company, all or none, and returns all tags of the company.',
  status: 'available',
  method: 'POST',
  path: '/v1/companies/{id}/tags',
  scope: 'companies:write',
  account: 'required',
  params: Type.Object({ id: RecordId }),
  body: TagReferences,
  data: Type.Array(TagReference),
  errors: [404],
  example: { params: { id: '1001' }, body: { data: [{ type: 'tag', id: '1002' }] } },
  async handle({ ctx, principal, account, params, body }) {
    const tagIds = body.data.map(({ id }) => id);
    const companyId = await tagCompany(ctx, account.id, principal.userId, { companyId: params.id, tagIds, isOn: true });
    const tags = await listCompanyTags(ctx, account.id, companyId);
    return { data: tags.map(({ id }) => ({ type: 'tag', id })) };
  },
});
