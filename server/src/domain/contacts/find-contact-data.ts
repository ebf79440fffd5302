import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { revealRecords } from '../credits/reveal-records.ts';
import { workDomain } from '../identification/work-domain.ts';
import type { ContactEmail } from './load-contacts.ts';

type ContactData = { emails: ContactEmail[]; phoneNumbers: string[] };
/** A source of contact data. `find` omits contacts of which nothing is known; nothing is charged for them. */
type ContactDataProvider = {
  readonly name: string;
  find(ctx: Context, accountId: string, contactIds: readonly string[]): Promise<Map<string, ContactData>>;
};

/** Uses directory entries of the person at the company, and visitors who submitted that name and an e-mail address of the company. */
const directoryAndVisitors: ContactDataProvider = {
  name: 'built_in',
  async find(ctx, accountId, contactIds) {
    const [entries, visitors] = await Promise.all([
      sql<{ id: string; emails: ContactEmail[]; phone_numbers: string[] }>`
        select wanted.id, entry.emails, entry.phone_numbers
        from contacts wanted join contacts entry on entry.company_id = wanted.company_id and lower(entry.full_name) = lower(wanted.full_name)
        where wanted.id = any(${contactIds}::bigint[]) order by entry.id`.execute(ctx.db),
      // No index has the names of visitors, so one statement looks for all contacts.
      sql<{ id: string; email: string; domains: string[] }>`
        select distinct wanted.id, lower(v.email) as email,
          array(select d.domain from company_domains d where d.company_id = wanted.company_id)
            || array(select c.domain from companies c where c.id = wanted.company_id and c.domain is not null) as domains
        from contacts wanted join visitors v
          on lower(v.first_name) = lower(wanted.first_name) and lower(v.last_name) = lower(wanted.last_name)
        where wanted.id = any(${contactIds}::bigint[]) and v.account_id = ${accountId} and v.email is not null
        order by email`.execute(ctx.db),
    ]);
    const entriesOf = Map.groupBy(entries.rows, ({ id }) => id);
    const colleagues = visitors.rows.filter(({ email, domains }) => domains.includes(workDomain(email) ?? ''));
    const colleaguesOf = Map.groupBy(colleagues, ({ id }) => id);
    const found = new Map<string, ContactData>();
    for (const [id, known] of entriesOf) {
      const emails = [
        ...known.flatMap((entry) => entry.emails),
        ...(colleaguesOf.get(id) ?? []).map(({ email }) => ({ value: email, status: 'unverified' })),
      ];
      const phoneNumbers = [...new Set(known.flatMap(({ phone_numbers }) => phone_numbers))];
      if (emails.length + phoneNumbers.length === 0) continue;
      found.set(id, {
        emails: [...new Map(emails.toReversed().map((one) => [one.value.toLowerCase(), one])).values()].toReversed(),
        phoneNumbers,
      });
    }
    return found;
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
    .select('id')
    .where('id', 'in', [...contactIds])
    .execute();
  const contacts = new Set(rows.map(({ id }) => id));
  const found = await directoryAndVisitors.find(ctx, account.id, contactIds);
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
