import { Type } from 'typebox';
import { retrieveContacts } from '../../../domain/contacts/retrieve-contacts.ts';
import { contactIncludes } from '../../contact-includes.ts';
import { operation } from '../../operation.ts';
import { contactV1 } from '../../present/contact.ts';
import { ContactV1 } from '../../schemas/contact.ts';
import { RecordIds } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveContacts',
  group: 'Contacts',
  summary: 'Retrieve Contacts',
  description:
    'The complete records of up to 100 contacts, in the order in which the ids are given. Unknown ids are omitted. All are charged, or none.',
  status: 'available',
  method: 'GET',
  path: '/v1/contacts',
  scope: 'contacts:read',
  account: 'required',
  entitlement: 'contacts',
  credits: '1 credit per contact, unless it was revealed within the previous 12 months.',
  include: contactIncludes,
  query: Type.Object({ ids: RecordIds }),
  data: Type.Array(ContactV1),
  example: { query: { ids: '1001,1002' } },
  async handle({ ctx, account, query, include, requestId }) {
    const request = { include, operation: 'retrieveContacts', requestId };
    const { contacts, relations, charged } = await retrieveContacts(ctx, account, query.ids.split(','), request);
    return { data: contacts.map((contact) => contactV1(contact, relations, include)), credits: charged };
  },
});
