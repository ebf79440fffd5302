import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { getAccount } from '../accounts/get-account.ts';
import { type CompanyLocation, type GroupMember, loadDirectoryRelations } from '../companies/load-directory-relations.ts';
import type { Context } from '../context.ts';
import { type CrmRecordOfCompany, listCrmRecords } from '../crm/list-crm-records.ts';
import { visitIntervalOf } from '../feeds/visit-interval.ts';
import type { Evidence } from '../identification/evidence.ts';
import { type EvidencePart, readEvidenceText } from '../identification/evidence-text.ts';
import type { NetworkOfAddress } from '../identification/facts.ts';
import { inIndexOrder } from '../in-index-order.ts';
import type { ListKind } from '../lists/list.ts';
import { getLeadId } from './get-lead-id.ts';
import type { Lead } from './lead.ts';
import { loadLeads } from './load-leads.ts';

/** Number of newest visits from which identifications and visitors are loaded. */
const maxVisits = 2000;

/** How visits were attributed to the company, with the number of these visits. */
type Identification = {
  kind: string;
  confidence: number;
  network: NetworkOfAddress | null;
  /** `parts` are the codes and values in `detail`, for translation; null if `detail` cannot be parsed. */
  evidence: { source: string; detail: string; parts: EvidencePart[] | null; weight: number }[];
  visits: number;
};

type KnownVisitor = { id: string; email: string; name: string | null; lastSeenAt: Date };

type LeadDetails = Lead<'activity' | 'profile' | 'origins' | 'doNotContact'> & {
  locations: CompanyLocation[];
  groupCompany: GroupMember | null;
  /** Members of the group, if this company is its parent company. */
  subsidiaries: GroupMember[];
  crmRecords: CrmRecordOfCompany[];
  lists: { id: string; name: string; kind: ListKind }[];
  identifications: Identification[];
  visitors: KnownVisitor[];
};

/** Returns a lead with its related records, except for its visits. `activity` covers the given days, or all time. */
export async function getLeadDetails(
  ctx: Context,
  accountId: string,
  requestedId: string,
  days: { from: string; to: string } | null = null,
): Promise<LeadDetails> {
  const companyId = await getLeadId(ctx, accountId, requestedId);
  const interval = days && visitIntervalOf(days.from, days.to, (await getAccount(ctx, accountId)).timezone);
  const [leads, lists, identifications, visitors, relations, crmRecords] = await Promise.all([
    loadLeads(ctx.db, accountId, [companyId], { parts: ['activity', 'profile', 'origins', 'doNotContact'], interval }),
    loadLists(ctx, accountId, companyId),
    loadIdentifications(ctx, accountId, companyId),
    loadKnownVisitors(ctx, accountId, companyId),
    loadDirectoryRelations(ctx, accountId, companyId),
    listCrmRecords(ctx, accountId, companyId),
  ]);
  return { ...firstOf(leads), ...relations, crmRecords, lists, identifications, visitors };
}

async function loadLists(ctx: Context, accountId: string, companyId: string): Promise<LeadDetails['lists']> {
  const { rows } = await sql<LeadDetails['lists'][number]>`
    select s.kind || '_' || s.id as id, s.name, s.kind from lists s
    where s.account_id = ${accountId} and s.scope = 'company' and exists (
      select 1 from list_items i where i.account_id = ${accountId} and i.list_id = s.id and i.item_id = ${companyId})
    order by lower(s.name), s.id`.execute(ctx.db);
  return rows;
}

/** Table expression with the newest visits, to bound the cost for companies with very many visits. */
function newestVisits(accountId: string, companyId: string) {
  return sql`(
    select verdict_id, visitor_id, ended_at from visits
    where account_id = ${accountId} and company_id = ${companyId} order by started_at desc limit ${maxVisits})`;
}

async function loadIdentifications(ctx: Context, accountId: string, companyId: string): Promise<Identification[]> {
  const statement = sql<Omit<Identification, 'evidence'> & { evidence: Evidence[] }>`
    select w.kind, w.confidence, w.network, w.evidence, v.visits
    from (
      select verdict_id, count(*)::int as visits from ${newestVisits(accountId, companyId)} as newest
      where verdict_id is not null group by verdict_id) v
    join verdicts w on w.account_id = ${accountId} and w.id = v.verdict_id
    order by v.visits desc, w.confidence desc limit 5`;
  const { rows } = await inIndexOrder(ctx.db, (trx) => statement.execute(trx));
  return rows.map(({ evidence, ...row }) => ({
    ...row,
    evidence: evidence.map(({ source, detail, weight }) => ({ source, detail, parts: readEvidenceText(detail), weight })),
  }));
}

/** Lists visitors with an e-mail address. A person with several devices is listed once. */
async function loadKnownVisitors(ctx: Context, accountId: string, companyId: string): Promise<KnownVisitor[]> {
  const name = sql`nullif(trim(concat_ws(' ', w.first_name, w.last_name)), '')`;
  const statement = sql<KnownVisitor>`
    select (array_agg(w.id order by seen.at desc, w.id))[1] as id, lower(w.email) as email,
      (array_agg(${name} order by seen.at desc, w.id) filter (where ${name} is not null))[1] as name, max(seen.at) as "lastSeenAt"
    from (
      select visitor_id, max(ended_at) as at from ${newestVisits(accountId, companyId)} as newest group by visitor_id) as seen
    join visitors w on w.account_id = ${accountId} and w.id = seen.visitor_id
    where w.email is not null
    group by lower(w.email)
    order by max(seen.at) desc, lower(w.email) limit 50`;
  return (await inIndexOrder(ctx.db, (trx) => statement.execute(trx))).rows;
}
