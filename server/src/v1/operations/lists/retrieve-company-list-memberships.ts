import { Type } from 'typebox';
import { listMemberships } from '../../../domain/lists/list-memberships.ts';
import { operation } from '../../operation.ts';
import { ListReference, listReference } from '../../schemas/list.ts';
import { Exact, OrNull, RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveCompanyListMemberships',
  group: 'Lists',
  summary: 'Retrieve Company List Memberships',
  description:
    'The lists that contain each of up to 1,000 companies, in the order in which the ids are given. A company that does not exist is null and has no lists.',
  status: 'available',
  method: 'POST',
  path: '/v1/lists/company-memberships',
  scope: 'lists:read',
  account: 'required',
  include: ['lists'],
  body: Exact({ company_ids: Type.Array(RecordId, { minItems: 1, maxItems: 1000 }) }, { $id: 'RetrieveCompanyListMembershipsRequestV1' }),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('company_list_membership'),
        id: RecordId,
        relationships: Exact({ company: OrNull(Exact({ type: Type.Literal('company'), id: RecordId })), lists: Type.Array(ListReference) }),
      },
      { $id: 'CompanyListMembershipV1' },
    ),
  ),
  example: { body: { company_ids: ['1001', '1002'] } },
  async handle({ ctx, account, body, include }) {
    const memberships = await listMemberships(ctx, account.id, 'company', body.company_ids);
    return {
      data: memberships.map(({ requestedId, recordId, lists }) => ({
        type: 'company_list_membership',
        id: requestedId,
        relationships: {
          company: recordId === null ? null : { type: 'company', id: recordId },
          lists: lists.map((list) => listReference(list, include.has('lists'))),
        },
      })),
    };
  },
});
