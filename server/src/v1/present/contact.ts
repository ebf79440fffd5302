import type { ContactRelations } from '../../domain/contacts/contact-relations.ts';
import type { LoadedContact } from '../../domain/contacts/load-contacts.ts';
import { listAttributes, withAttributes } from './company.ts';
import { profilesOf } from './company-attributes.ts';
import { connectionRelations } from './crm.ts';

/** Renders a `contact` resource. E-mail addresses and phone numbers found by the account follow those from the directory. */
export function contactV1(contact: LoadedContact, relations: ContactRelations, include: ReadonlySet<string>) {
  return {
    type: 'contact',
    id: contact.id,
    attributes: {
      first_name: contact.first_name,
      last_name: contact.last_name,
      full_name: contact.full_name,
      title: contact.title,
      department: contact.department,
      hierarchy_level: contact.hierarchy_level,
      affiliation: contact.affiliation,
      emails: emailsOf(contact),
      phone_numbers: [...new Set([...contact.phone_numbers, ...(contact.found_phone_numbers ?? [])])],
      social_media_profiles: profilesOf(contact.social_media_profiles),
      country_code: contact.country_code,
      do_not_contact: contact.do_not_contact,
      custom_fields: Object.fromEntries(Object.entries(contact.custom_fields ?? {}).map(([id, value]) => [id, { value }])),
      updated_at: contact.updated_at.toISOString(),
    },
    relationships: relationshipsOf(contact, relations, include),
  };
}

function emailsOf({ emails, found_emails }: LoadedContact) {
  const directoryEmails = new Set(emails.map(({ value }) => value.toLowerCase()));
  const additional = (found_emails ?? []).filter(({ value }) => !directoryEmails.has(value.toLowerCase()));
  return [...emails, ...additional].map(({ value, status }) => ({ value, status }));
}

function relationshipsOf(contact: LoadedContact, { personas, lists, connections }: ContactRelations, include: ReadonlySet<string>) {
  const company = { name: contact.company_name, domain: contact.company_domain, url: contact.company_url };
  return {
    company: { type: 'company', id: contact.company_id, ...(include.has('company') && { attributes: company }) },
    lists: (contact.list_ids ?? []).map((id) => withAttributes('list', id, lists.get(id), listAttributes)),
    buyer_personas: (personas.get(contact.id) ?? []).map(({ id, name }) => ({
      type: 'buyer_persona',
      id,
      ...(include.has('buyer_personas') && { attributes: { name } }),
    })),
    ...connectionRelations(contact.connections, connections, include),
  };
}
