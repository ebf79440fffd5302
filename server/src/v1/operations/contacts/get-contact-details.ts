import { Type } from 'typebox';
import { getContact } from '../../../domain/contacts/retrieve-contacts.ts';
import { contactIncludes } from '../../contact-includes.ts';
import { operation } from '../../operation.ts';
import { contactV1 } from '../../present/contact.ts';
import { ContactV1 } from '../../schemas/contact.ts';
import { RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'getContactDetails',
  group: 'Contacts',
  summary: 'Get Contact Details',
  status: 'available',
  method: 'GET',
  path: '/v1/contacts/{id}',
  scope: 'contacts:read',
  account: 'required',
  entitlement: 'contacts',
  credits: '1 credit, unless the contact was revealed within the previous 12 months.',
  include: contactIncludes,
  params: Type.Object({ id: RecordId }),
  data: ContactV1,
  errors: [404],
  example: { params: { id: '1001' } },
  async handle({ ctx, account, params, include, requestId }) {
    const request = { include, operation: 'getContactDetails', requestId };
    const { contact, relations, charged } = await getContact(ctx, account, params.id, request);
    return { data: contactV1(contact, relations, include), credits: charged };
  },
});
