import { sql } from 'kysely';
import { setCompanyFields } from '../domain/companies/set-company-fields.ts';
import type { Context } from '../domain/context.ts';
import { createField } from '../domain/custom-fields/write-fields.ts';
import { logEmail } from '../domain/emails/log-email.ts';
import { createFeed } from '../domain/feeds/write-feeds.ts';
import { createGoal } from '../domain/goals/create-goal.ts';
import { createIcp } from '../domain/icps/write-icps.ts';
import { getLeadDetails } from '../domain/leads/get-lead-details.ts';
import { createNote } from '../domain/leads/notes.ts';
import { type LeadChange, updateLeads } from '../domain/leads/update-leads.ts';
import { updateListMemberships } from '../domain/lists/update-list-memberships.ts';
import { createList } from '../domain/lists/write-lists.ts';
import { createPersona } from '../domain/personas/write-personas.ts';
import { tagCompany } from '../domain/tags/tag-company.ts';
import { createTag } from '../domain/tags/write-tags.ts';
import { itemAt } from '../lib/item-at.ts';

type Owner = { accountId: string; userId: string };

/** Creates the goals, customer profile, buyer persona, custom fields and feeds of the demo account, except those that exist already. */
export async function populateDemo(ctx: Context, { accountId }: Owner): Promise<void> {
  const goals: Parameters<typeof createGoal>[2][] = [
    { name: 'Requested a demo', kind: 'form', match: { operator: 'is', value: 'book-a-demo' }, value: 500 },
    { name: 'Viewed pricing', kind: 'page', match: { operator: 'is', value: '/pricing' }, value: 20 },
    { name: 'Downloaded the data sheet', kind: 'download', match: { operator: 'ends_with', value: '.pdf' }, value: 50 },
    { name: 'Used the calculator', kind: 'event', match: { operator: 'is', value: 'pricing_calculator' } },
  ];
  const isMissing = async (table: NamedTable, { name }: { name: string }) => (await findByName(ctx, accountId, table, name)) === undefined;
  for (const goal of goals) if (await isMissing('goals', goal)) await createGoal(ctx, accountId, goal);
  const icp = {
    name: 'Larger companies in Europe',
    filters: {
      location: ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'IT', 'NL', 'NO', 'SE'].map((country_code) => ({ country_code })),
      employee_ranges: ['501-1.000', '1.001-5.000', '5.001-10.000', '10.000+'],
    },
  } satisfies Parameters<typeof createIcp>[2];
  if (await isMissing('icps', icp)) await createIcp(ctx, accountId, icp);
  const persona = { name: 'Plant leadership', departments: ['operations_department', 'management'] } satisfies Parameters<
    typeof createPersona
  >[2];
  if (await isMissing('personas', persona)) await createPersona(ctx, accountId, persona);
  const fields: Parameters<typeof createField>[2][] = [
    { name: 'Contract end', scope: 'company', type: 'date' },
    { name: 'Plants', scope: 'company', type: 'number' },
  ];
  for (const field of fields) if (await isMissing('custom_fields', field)) await createField(ctx, accountId, field);
  const folder = { name: 'Sales' };
  const feeds: Parameters<typeof createFeed>[2][] = [
    {
      name: 'Viewed pricing',
      folder,
      filters: { all: [{ field: 'page_url', operator: 'contains', values: ['/pricing'], excluded: false }] },
    },
    {
      name: 'DACH, 5+ page views',
      folder,
      filters: {
        all: [
          { field: 'country_code', operator: 'is', values: ['DE', 'AT', 'CH'], excluded: false },
          { field: 'pageviews', operator: 'gte', values: [5], excluded: false },
        ],
      },
    },
    {
      name: 'From the autumn campaign',
      filters: { all: [{ field: 'campaign', operator: 'is', values: ['autumn-energy'], excluded: false }] },
    },
  ];
  for (const feed of feeds) if (await isMissing('custom_feeds', feed)) await createFeed(ctx, accountId, feed);
}

type NamedTable = 'goals' | 'icps' | 'personas' | 'custom_fields' | 'custom_feeds' | 'tags' | 'lists';

/** Finds the id of a record, so that an interrupted run can be repeated. */
async function findByName(ctx: Context, accountId: string, table: NamedTable, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from ${sql.table(table)} where account_id = ${accountId} and name = ${name} limit 1`.execute(ctx.db);
  return rows[0]?.id;
}

const notes = [
  'Called the plant manager: they are comparing three suppliers and will decide before the end of the quarter.',
  'Asked for a quote for 40 sensors. Energy per part is their main concern.',
  'Met them at the trade fair. They want to start with a pilot in one production hall.',
  'They use an older gateway; the integration page answered most questions.',
  'No budget this year, call again in January.',
];

/**
 * Simulates the work of the demo's users on the leads, after the past visits have been processed. After an interruption it can be repeated:
 * it does not create anything twice.
 */
export async function simulateLeadActivity(ctx: Context, { accountId, userId }: Owner): Promise<void> {
  const rows = await ctx.db
    .selectFrom('leads')
    .select('company_id')
    .where('account_id', '=', accountId)
    .orderBy('visits', 'desc')
    .orderBy('company_id')
    .limit(30)
    .execute();
  const companyIds = rows.map(({ company_id }) => company_id);
  // A demo of one or two days may have few leads.
  const changeLeads = async (leadIds: string[], change: LeadChange) =>
    leadIds.length > 0 && (await updateLeads(ctx, accountId, userId, { companyIds: leadIds, change }));
  await changeLeads(companyIds.slice(0, 8), { followed: true });
  await changeLeads(companyIds.slice(2, 12), { assigneeId: userId });
  const tagId = async (name: string, color: number) =>
    (await findByName(ctx, accountId, 'tags', name)) ?? (await createTag(ctx, accountId, { name, color })).id;
  const customer = await tagId('Customer', 3);
  const hot = await tagId('Hot', 1);
  const listId = async (name: string) => {
    const number = await findByName(ctx, accountId, 'lists', name);
    return number === undefined ? (await createList(ctx, accountId, { name, scope: 'company' })).id : `static_${number}`;
  };
  const list = await listId('Call this week');
  const trial = await listId('Trial candidates');
  await changeLeads(companyIds.slice(28, 30), { doNotContact: true });
  const hasEntry = async (table: 'lead_emails' | 'notes', companyId: string) => {
    const row = await ctx.db
      .selectFrom(table)
      .select('id')
      .where('account_id', '=', accountId)
      .where('company_id', '=', companyId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  };
  for (const companyId of companyIds.slice(0, 3)) {
    const email = await findVisitorEmail(ctx, accountId, companyId);
    if (email && !(await hasEntry('lead_emails', companyId)))
      await logEmail(ctx, accountId, userId, { companyId, email, subject: 'Thank you for your interest' });
  }
  for (const [index, companyId] of companyIds.entries()) {
    if (index % 4 === 1)
      await updateListMemberships(ctx, accountId, { scope: 'company', recordId: companyId, listIds: [trial], isOn: true });
    if (index < 15)
      await setCompanyFields(ctx, accountId, companyId, {
        contract_end: `2027-${String((index % 12) + 1).padStart(2, '0')}-28`,
        plants: (index % 5) + 1,
      });
    const tagIds = index % 5 === 0 ? [customer] : index < 12 ? [hot] : [];
    if (tagIds.length > 0) await tagCompany(ctx, accountId, userId, { companyId, tagIds, isOn: true });
    if (index % 6 === 0 && !(await hasEntry('notes', companyId)))
      await createNote(ctx, accountId, userId, { companyId, body: itemAt(notes, (index / 6) % notes.length) });
    if (index < 10) await updateListMemberships(ctx, accountId, { scope: 'company', recordId: companyId, listIds: [list], isOn: true });
  }
}

async function findVisitorEmail(ctx: Context, accountId: string, companyId: string): Promise<string | undefined> {
  return (await getLeadDetails(ctx, accountId, companyId)).visitors[0]?.email;
}
