import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { openRecords } from '../credits/open-records.ts';

type ContactEmail = { value: string; status: string };
type ContactData = { emails: ContactEmail[]; phoneNumbers: string[] };
type ContactToFind = { id: string; companyId: string; firstName: string | null; lastName: string | null; fullName: string };

/** Finds contact data. Returns empty lists when nothing is known; nothing is charged then. */
type ContactDataProvider = {
  readonly name: string;
  find(ctx: Context, accountId: string, contact: ContactToFind): Promise<ContactData>;
};

/** Uses directory entries of this person at this company, and visitors of the account who gave this name with an address of the company. */
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

/** Finds the data of one contact, opens it and stores the result for the account. Only results are charged. */
export async function findContactData(
  ctx: Context,
  { account, jobId }: { account: { id: string; monthlyCredits: number }; jobId: string },
  contactId: string,
): Promise<{ status: string; result: unknown }> {
  const row = await ctx.db
    .selectFrom('contacts')
    .select(['id', 'company_id', 'first_name', 'last_name', 'full_name'])
    .where('id', '=', contactId)
    .executeTakeFirst();
  if (!row) return { status: 'not_found', result: null };
  const contact = { id: row.id, companyId: row.company_id, firstName: row.first_name, lastName: row.last_name, fullName: row.full_name };
  const { emails, phoneNumbers } = await directoryAndVisitors.find(ctx, account.id, contact);
  if (emails.length + phoneNumbers.length === 0) return { status: 'no_data', result: null };
  await openRecords(ctx, account, { kind: 'contact', recordIds: [contactId], operation: 'createFindContactDataJob', requestId: jobId });
  await ctx.db
    .insertInto('contact_overrides')
    .values({
      account_id: account.id,
      contact_id: contactId,
      found_emails: JSON.stringify(emails),
      found_phone_numbers: phoneNumbers,
      updated_at: ctx.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'contact_id']).doUpdateSet((eb) => ({
        found_emails: eb.ref('excluded.found_emails'),
        found_phone_numbers: eb.ref('excluded.found_phone_numbers'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
  return { status: 'found', result: { emails, phone_numbers: phoneNumbers } };
}
