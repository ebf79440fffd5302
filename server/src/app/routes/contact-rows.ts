import type { ContactRelations } from '../../domain/contacts/contact-relations.ts';
import { loadContactRelations } from '../../domain/contacts/contact-relations.ts';
import { type LoadedContact, loadContacts } from '../../domain/contacts/load-contacts.ts';
import type { AppContext } from '../context.ts';

/** Loads the data that lists show about contacts, in the order of the ids. */
export async function loadContactRows(ctx: AppContext, accountId: string, contactIds: readonly string[]) {
  const contacts = await loadContacts(ctx, accountId, contactIds);
  const { personas } = await loadContactRelations(ctx, accountId, contacts, new Set());
  return contacts.map((contact) => contactRow(contact, personas));
}

/** E-mail addresses and phone numbers are included only if the contact is revealed. */
export function contactRow(contact: LoadedContact, personas: ContactRelations['personas']) {
  const emails = [...contact.emails, ...(contact.found_emails ?? [])].map(({ value }) => value);
  const phoneNumbers = [...contact.phone_numbers, ...(contact.found_phone_numbers ?? [])];
  return {
    id: contact.id,
    name: contact.full_name,
    title: contact.title,
    department: contact.department,
    hierarchyLevel: contact.hierarchy_level,
    companyId: contact.company_id,
    companyName: contact.company_name,
    hasEmail: emails.length > 0,
    hasPhone: phoneNumbers.length > 0,
    isRevealed: contact.revealed,
    emails: contact.revealed ? [...new Set(emails)] : [],
    phoneNumbers: contact.revealed ? [...new Set(phoneNumbers)] : [],
    doNotContact: contact.do_not_contact,
    listIds: contact.list_ids ?? [],
    personas: (personas.get(contact.id) ?? []).map(({ id, name }) => ({ id, name })),
  };
}
