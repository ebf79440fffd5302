import { Type } from 'typebox';
import { updateListMemberships } from '../../../domain/lists/update-list-memberships.ts';
import { operation } from '../../operation.ts';
import { ListReferences } from '../../schemas/list.ts';
import { RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'removeContactFromLists',
  group: 'Contacts',
  summary: 'Remove Contact from Lists',
  description: 'Removes a contact from up to 100 static lists, all or none. Lists that do not contain it are ignored.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/contacts/{id}/lists',
  scope: 'contacts:write',
  account: 'required',
  entitlement: 'contacts',
  params: Type.Object({ id: RecordId }),
  body: ListReferences,
  success: 204,
  errors: [404],
  example: { params: { id: '1001' }, body: { data: [{ type: 'list', id: 'static_1002' }] } },
  async handle({ ctx, account, params, body }) {
    const listIds = body.data.map(({ id }) => id);
    await updateListMemberships(ctx, account.id, { scope: 'contact', recordId: params.id, listIds, isOn: false });
    return {};
  },
});
