import { Type } from 'typebox';
import { tagCompany } from '../../../domain/tags/tag-company.ts';
import { operation } from '../../operation.ts';
import { RecordId } from '../../schemas/resource.ts';
import { TagReferences } from '../../schemas/tag.ts';

export default operation({
  id: 'unassignTagsFromCompany',
  group: 'Companies',
  summary: 'Unassign Tags from Company',
  description: 'Removes up to 100 tags from a company. Tags that it does not have are ignored.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/companies/{id}/tags',
  scope: 'companies:write',
  account: 'required',
  params: Type.Object({ id: RecordId }),
  body: TagReferences,
  success: 204,
  errors: [404],
  example: { params: { id: '1001' }, body: { data: [{ type: 'tag', id: '1002' }] } },
  async handle({ ctx, principal, account, params, body }) {
    const tagIds = body.data.map(({ id }) => id);
    await tagCompany(ctx, account.id, principal.userId, { companyId: params.id, tagIds, isOn: false });
    return {};
  },
});
