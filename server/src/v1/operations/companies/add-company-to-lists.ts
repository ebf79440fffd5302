import { Type } from 'typebox';
import { listMemberships } from '../../../domain/lists/list-memberships.ts';
import { updateListMemberships } from '../../../domain/lists/update-list-memberships.ts';
import { firstOf } from '../../../lib/first-of.ts';
import { operation } from '../../operation.ts';
import { ListReference, ListReferences, listReference } from '../../schemas/list.ts';
import { RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'addCompanyToLists',
  group: 'Companies',
  summary: 'Add Company to Lists',
  description:
    'Adds a company to up to 100 static lists, all or none, and returns all lists that contain it. Other kinds of list are read-only: 403 access_denied.',
  status: 'available',
  method: 'POST',
  path: '/v1/companies/{id}/lists',
  scope: 'companies:write',
  account: 'required',
  params: Type.Object({ id: RecordId }),
  body: ListReferences,
  data: Type.Array(ListReference),
  errors: [404],
  example: { params: { id: '1001' }, body: { data: [{ type: 'list', id: 'static_1002' }] } },
  async handle({ ctx, account, params, body }) {
    const listIds = body.data.map(({ id }) => id);
    const recordId = await updateListMemberships(ctx, account.id, { scope: 'company', recordId: params.id, listIds, isOn: true });
    const membership = firstOf(await listMemberships(ctx, account.id, 'company', [recordId]));
    return { data: membership.lists.map((list) => listReference(list, false)) };
  },
});
