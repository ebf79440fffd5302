import { type Selectable, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { withoutLeadingZeros } from '../../lib/without-leading-zeros.ts';
import type { Context } from '../context.ts';
import { revealedSince } from '../credits/credit-month.ts';
import { connectionsOfContact } from '../crm/connections-of-contact.ts';

export type ContactEmail = { value: string; status: string };

export type LoadedContact = Omit<Selectable<DB['contacts']>, 'emails'> & {
  emails: ContactEmail[];
  revealed: boolean;
  company_name: string;
  company_domain: string | null;
  company_url: string | null;
  custom_fields: Record<string, unknown> | null;
  list_ids: string[] | null;
  connections: { id: string; status: 'connected' | 'suggested' }[] | null;
  found_emails: ContactEmail[] | null;
  found_phone_numbers: string[] | null;
};

/**
 * Loads contacts as the account sees them, in the order of the ids; unknown ids are omitted. The account's own data takes precedence over
 * the directory. A CRM contact is matched by e-mail address, or else by name at the same company.
 */
export async function loadContacts(ctx: Context, accountId: string, contactIds: readonly string[]): Promise<LoadedContact[]> {
  if (contactIds.length === 0) return [];
  const { rows } = await sql<LoadedContact>`
    select k.*, coalesce(n.do_not_contact, k.do_not_contact) as do_not_contact, n.found_emails, n.found_phone_numbers,
      c.name as company_name, c.domain as company_domain, c.url as company_url,
      exists (select 1 from revealed_records r where r.account_id = ${accountId} and r.kind = 'contact' and r.record_id = k.id::text
        and r.revealed_at > ${revealedSince(ctx.clock.now())}) as revealed,
      (select json_object_agg(v.field_id, v.value) from custom_field_values v
        where v.account_id = ${accountId} and v.scope = 'contact' and v.record_id = k.id) as custom_fields,
      (select json_agg(s.kind || '_' || s.id order by s.id) from list_items m
        join lists s on s.account_id = ${accountId} and s.id = m.list_id and s.scope = 'contact'
        where m.account_id = ${accountId} and m.item_id = k.id) as list_ids,
      (select json_agg(json_build_object('id', x.id::text, 'status', x.status) order by x.id) from (
        ${connectionsOfContact(accountId)}) as x) as connections
    from contacts k join companies c on c.id = k.company_id
    left join contact_overrides n on n.account_id = ${accountId} and n.contact_id = k.id
    where k.id = any(${contactIds}::bigint[])`.execute(ctx.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(contactIds.map(withoutLeadingZeros))].flatMap((id) => byId.get(id) ?? []);
}
