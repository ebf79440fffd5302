import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { revealRecords } from '../credits/reveal-records.ts';
import type { ContactEmail } from './load-contacts.ts';

type ContactData = { emails: ContactEmail[]; phoneNumbers: string[] };
type ContactToFind = { id: string; companyId: string; firstName: string | null; lastName: string | null; fullName: string };

/** A source of contact data. `find` returns empty lists if nothing is known; nothing is charged then. */
type ContactDataProvider = {
  readonly name: string;
  find(ctx: Context, accountId: string, contact: ContactToFind): Promise<ContactData>;
};

/** Uses directory entries of the person at the company, and visitors who submitted that name and an e-mail address of the company. */
const directoryAndVisitors: ContactDataProvider = {
  name: 'built_in',
  async find(ctx, accountId, { companyId, firstName, lastName, fullName }) {
    const [entries, visitors] = await Promise.all([
      ctx.db
        .selectFrom('contacts')
        .select(['emails', 'phone_numbers'])
        .where('company_id', '=', companyId)
        .where(sql`lower(full_name)`, '=', fullName.toLowerCase())
        .orderBy('id')
        .execute(),
      sql<{ email: string }>`
        select distinct lower(v.email) as email from visitors v
        where v.account_id = ${accountId} and v.email is not null
          and lower(v.first_name) = lower(${firstName}) and lower(v.last_name) = lower(${lastName})
          and split_part(lower(v.email), '@', 2) in (select domain from company_domains where company_id = ${companyId})
        order by 1`.execute(ctx.db),
    ]);
    const emails = [
      ...entries.flatMap((entry) => entry.emails),
      ...visitors.rows.map(({ email }) => ({ value: email, status: 'unverified' })),
    ];
    return {
      emails: [...new Map(emails.toReversed().map((one) => [one.value.toLowerCase(), one])).values()].toReversed(),
      phoneNumbers: [...new Set(entries.flatMap(({ phone_numbers }) => phone_numbers))],
    };
  },
};

type Outcome = { status: string; result: unknown };

/**
 * Finds the data of contacts, reveals those that have any and stores the results for the account. Only results are charged. Returns an
 * outcome for each contact, in order.
 */
export async function findContactData(
  ctx: Context,
  { account, jobId }: { account: { id: string; monthlyCredits: number }; jobId: string },
  contactIds: readonly string[],
): Promise<Outcome[]> {
  const rows = await ctx.db
    .selectFrom('contacts')
    .select(['id', 'company_id', 'first_name', 'last_name', 'full_name'])
    .where('id', 'in', [...contactIds])
    .execute();
  const contacts = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<string, ContactData>();
  for (const { id, company_id: companyId, first_name: firstName, last_name: lastName, full_name: fullName } of rows) {
    const data = await directoryAndVisitors.find(ctx, account.id, { id, companyId, firstName, lastName, fullName });
    if (data.emails.length + data.phoneNumbers.length > 0) found.set(id, data);
  }
  const recordIds = contactIds.filter((id) => found.has(id));
  await revealRecords(ctx, account, { kind: 'contact', recordIds, operation: 'createFindContactDataJob', requestId: jobId });
  await storeFound(ctx, account.id, found);
  return contactIds.map((id) => {
    const data = found.get(id);
    if (data !== undefined) return { status: 'found', result: { emails: data.emails, phone_numbers: data.phoneNumbers } };
    return { status: contacts.has(id) ? 'no_data' : 'not_found', result: null };
  });
}

async function storeFound(ctx: Context, accountId: string, found: ReadonlyMap<string, ContactData>): Promise<void> {
  if (found.size === 0) return;
  await ctx.db
    .insertInto('contact_overrides')
    .values(
      [...found].map(([id, { emails, phoneNumbers }]) => ({
        account_id: accountId,
        contact_id: id,
        found_emails: JSON.stringify(emails),
        found_phone_numbers: phoneNumbers,
        updated_at: ctx.clock.now(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'contact_id']).doUpdateSet((eb) => ({
        found_emails: eb.ref('excluded.found_emails'),
        found_phone_numbers: eb.ref('excluded.found_phone_numbers'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}
