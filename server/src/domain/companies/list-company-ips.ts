import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { CompanyIdentifier } from '../identification/company-identifier.ts';
import { inIndexOrder } from '../in-index-order.ts';
import { findCurrentCompanyIds } from './find-current-company-ids.ts';
import { type ChargedRequest, type PayingAccount, revealCompanies } from './reveal-companies.ts';

type IpSource = 'directory' | 'own_network' | 'visits';
type CompanyIp = { ip: string; confidence: number; source: IpSource };
type CompanyIps = { companyId: string; addresses: CompanyIp[] };

/** Confidence that a block belongs to a company: listed in the directory, or announced by the company's own network. */
const directoryConfidence = 0.95;
const ownNetworkConfidence = 0.9;
/** Number of visits of a company whose networks are listed, the newest ones. */
const maxVisits = 500;

/**
 * Lists the address blocks of companies, highest confidence first: from the directory, from the companies' own networks, and the networks
 * of their visits to the account's site, if the company holds the network. A company without address blocks is not charged.
 */
export async function listCompanyIps(
  ctx: Context & { identifier: Pick<CompanyIdentifier, 'blocksOf'> },
  account: PayingAccount,
  { companyIds, limit }: { companyIds: readonly string[]; limit: number },
  request: ChargedRequest,
): Promise<{ companies: CompanyIps[]; charged: number }> {
  const ids = [...new Set((await findCurrentCompanyIds(ctx, account.id, companyIds)).values())];
  const [listed, networks, visited] = await Promise.all([
    sql<{ company_id: string; ip: string }>`
      select company_id, text(block) as ip from company_ip_ranges where company_id = any(${ids}::bigint[]) order by masklen(block), block`.execute(
      ctx.db,
    ),
    sql<{ company_id: string; asn: string }>`
      select company_id, asn from company_networks where company_id = any(${ids}::bigint[]) order by asn`.execute(ctx.db),
    inIndexOrder(ctx.db, (trx) => networksOfVisits(account.id, ids).execute(trx)),
  ]);
  const found = [
    ...listed.rows.map(({ company_id, ip }) => ({
      companyId: company_id,
      ip,
      confidence: directoryConfidence,
      source: 'directory' as const,
    })),
    ...networks.rows.flatMap(({ company_id, asn }) =>
      ctx.identifier
        .blocksOf(Number(asn), limit)
        .map((ip) => ({ companyId: company_id, ip, confidence: ownNetworkConfidence, source: 'own_network' as const })),
    ),
    ...visited.rows.map(({ company_id, ip, confidence }) => ({ companyId: company_id, ip, confidence, source: 'visits' as const })),
  ];
  const byCompany = Map.groupBy(found, ({ companyId }) => companyId);
  const companies = ids.map((companyId) => ({ companyId, addresses: mostConfident(byCompany.get(companyId) ?? [], limit) }));
  const charged = await revealCompanies(
    ctx,
    account,
    companies.filter(({ addresses }) => addresses.length > 0).map(({ companyId }) => companyId),
    request,
  );
  return { companies, charged };
}

/** A visitor's company is often known from other evidence, and the network is the one of a provider or of another company. */
function networksOfVisits(accountId: string, companyIds: readonly string[]) {
  return sql<{ company_id: string; ip: string; confidence: number }>`
    with keys (company_id, key) as (
      select company_id, 'domain:' || domain from company_domains where company_id = any(${companyIds}::bigint[])
      union all
      select coalesce(c.merged_into, c.id), known.key
      from companies c cross join lateral (values ('id:' || c.id), (c.network_name), ('domain:' || c.domain)) as known (key)
      where c.id = any(${companyIds}::bigint[]) or c.merged_into = any(${companyIds}::bigint[])
    )
    select given.id as company_id, verdict.network ->> 'cidr' as ip, max(verdict.confidence) as confidence
    from unnest(${companyIds}::bigint[]) as given (id)
    cross join lateral (
      select distinct newest.verdict_id from (
        select verdict_id from visits where account_id = ${accountId} and company_id = given.id order by started_at desc limit ${maxVisits}
      ) as newest) as visit
    join verdicts verdict on verdict.account_id = ${accountId} and verdict.id = visit.verdict_id
    where verdict.network ->> 'cidr' is not null and exists (
      select 1 from jsonb_array_elements(verdict.evidence) as item
      join keys on keys.company_id = given.id and keys.key = item -> 'company' ->> 'key'
      where item ->> 'source' = 'as_organization' and (item ->> 'weight')::real > 0.5)
    group by 1, 2 order by 2`;
}

/** Keeps one entry per block, the one with the highest confidence. */
function mostConfident(found: CompanyIp[], limit: number): CompanyIp[] {
  const ordered = [...found].sort((one, other) => other.confidence - one.confidence);
  const byBlock = new Map<string, CompanyIp>();
  for (const { ip, confidence, source } of ordered)
    if (!byBlock.has(ip)) byBlock.set(ip, { ip, confidence: Math.round(confidence * 100) / 100, source });
  return [...byBlock.values()].slice(0, limit);
}
