import Type from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { checkRecordId } from '../../domain/check-record-id.ts';
import { listCompanyContacts } from '../../domain/contacts/list-company-contacts.ts';
import { getContact } from '../../domain/contacts/retrieve-contacts.ts';
import { searchContacts } from '../../domain/contacts/search-contacts.ts';
import { route } from '../route.ts';
import { contactRow, loadContactRows } from './contact-rows.ts';

const PageQuery = Type.Object({
  offset: Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});
const SearchQuery = Type.Object({ search: Type.String({ minLength: 2, maxLength: 200 }) });

const maxContacts = 10;

/** People in the directory. */
export const contactRoutes = [
  route({
    method: 'GET',
    path: '/companies/:companyId/contacts',
    permission: 'view',
    query: PageQuery,
    handle: async ({ ctx, accountId, params, query }) => {
      const { contactIds, total } = await listCompanyContacts(ctx, accountId, params.companyId, query);
      return { total, contacts: await loadContactRows(ctx, accountId, contactIds) };
    },
  }),
  route({
    method: 'GET',
    path: '/contacts',
    permission: 'view',
    query: SearchQuery,
    handle: async ({ ctx, accountId, query: { search } }) => {
      const { contacts } = await searchContacts(ctx, accountId, { search_terms: [search] }, { cursor: null, size: maxContacts });
      return loadContactRows(
        ctx,
        accountId,
        contacts.map(({ id }) => id),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/contacts/:contactId/reveal',
    permission: 'edit',
    handle: async ({ ctx, accountId, params, req }) => {
      const account = await getAccount(ctx, accountId);
      const contactId = checkRecordId(params.contactId, 'contact');
      const request = { include: new Set<string>(), operation: 'app', requestId: req.id };
      const { contact, relations, charged } = await getContact(ctx, account, contactId, request);
      return { contact: contactRow({ ...contact, revealed: true }, relations.personas), charged };
    },
  }),
];
