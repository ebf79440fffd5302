import { Type } from 'typebox';
import { searchContacts } from '../../../domain/contacts/search-contacts.ts';
import { noCredits, operation } from '../../operation.ts';
import { ContactSummaryV1 } from '../../schemas/contact.ts';
import { ContactSearchV1 } from '../../schemas/search.ts';

export default operation({
  id: 'searchContacts',
  group: 'Contacts',
  summary: 'Search Contacts',
  description:
    'Summaries of the contacts that meet all criteria; the values of a criterion are alternatives. Names tolerate typos. `total_count` is omitted if more than 10,000 contacts match, or more than 2,000 with positions or a buyer persona that has positions.',
  status: 'available',
  method: 'POST',
  path: '/v1/contacts/search',
  scope: 'contacts:read',
  account: 'required',
  entitlement: 'contacts',
  credits: noCredits,
  paging: 'cursor',
  include: ['company'],
  body: ContactSearchV1,
  data: Type.Array(ContactSummaryV1),
  example: { body: { company_ids: ['1001'], departments: ['it_department'] } },
  async handle({ ctx, account, body, page, include }) {
    const { contacts, nextCursor, totalCount } = await searchContacts(ctx, account.id, body, page);
    return {
      nextCursor,
      totalCount: totalCount ?? undefined,
      data: contacts.map(({ id, company_id, company_name, company_domain, ...attributes }) => ({
        type: 'contact_summary',
        id,
        attributes,
        relationships: {
          company: {
            type: 'company',
            id: company_id,
            ...(include.has('company') && { attributes: { name: company_name, domain: company_domain } }),
          },
        },
      })),
    };
  },
});
