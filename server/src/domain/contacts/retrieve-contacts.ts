import type { ChargedRequest, PayingAccount } from '../companies/reveal-companies.ts';
import type { Context } from '../context.ts';
import { revealRecords } from '../credits/reveal-records.ts';
import { Problem } from '../problem.ts';
import { type ContactRelations, loadContactRelations } from './contact-relations.ts';
import { type LoadedContact, loadContacts } from './load-contacts.ts';

type ContactRecords = { contacts: LoadedContact[]; relations: ContactRelations; charged: number };
type ContactRequest = ChargedRequest & { include: ReadonlySet<string> };

/** Returns the full records of contacts and reveals all of them or none. Each costs one credit and stays revealed for twelve months. */
export async function retrieveContacts(
  ctx: Context,
  account: PayingAccount,
  contactIds: readonly string[],
  { include, operation, requestId }: ContactRequest,
): Promise<ContactRecords> {
  const contacts = await loadContacts(ctx, account.id, contactIds);
  const recordIds = contacts.filter(({ revealed }) => !revealed).map(({ id }) => id);
  const charged = recordIds.length === 0 ? 0 : await revealRecords(ctx, account, { kind: 'contact', recordIds, operation, requestId });
  return { contacts, relations: await loadContactRelations(ctx, account.id, contacts, include), charged };
}

export async function getContact(
  ctx: Context,
  account: PayingAccount,
  contactId: string,
  request: ContactRequest,
): Promise<{ contact: LoadedContact; relations: ContactRelations; charged: number }> {
  const { contacts, relations, charged } = await retrieveContacts(ctx, account, [contactId], request);
  if (!contacts[0]) throw new Problem('not_found', `There is no contact ${contactId}.`);
  return { contact: contacts[0], relations, charged };
}
