import { Type } from 'typebox';
import { listMemberships } from '../../../domain/lists/list-memberships.ts';
import { operation } from '../../operation.ts';
import { ListReference, listReference } from '../../schemas/list.ts';
import { Exact, OrNull, RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveContactListMemberships',
  group: 'Lists',
  summary: 'Retrieve Contact List Memberships',
  description:
    'The lists that contain each of up to 1,000 contacts, in the order in which the ids are given. A contact that does not exist is null and has no lists.',
  status: 'available',
  method: 'POST',
  path: '/v1/lists/contact-memberships',
  scope: 'lists:read',
  account: 'required',
  entitlement: 'contacts',
  include: ['lists'],
  body: Exact({ contact_ids: Type.Array(RecordId, { minItems: 1, maxItems: 1000 }) }, { $id: 'RetrieveContactListMembershipsRequestV1' }),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('contact_list_membership'),
        id: RecordId,
        relationships: Exact({ contact: OrNull(Exact({ type: Type.Literal('contact'), id: RecordId })), lists: Type.Array(ListReference) }),
      },
      { $id: 'ContactListMembershipV1' },
    ),
  ),
  example: { body: { contact_ids: ['1001', '1002'] } },
  async handle({ ctx, account, body, include }) {
    const memberships = await listMemberships(ctx, account.id, 'contact', body.contact_ids);
    return {
      data: memberships.map(({ requestedId, recordId, lists }) => ({
        type: 'contact_list_membership',
        id: requestedId,
        relationships: {
          contact: recordId === null ? null : { type: 'contact', id: recordId },
          lists: lists.map((list) => listReference(list, include.has('lists'))),
        },
      })),
    };
  },
});
