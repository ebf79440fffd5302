import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { CompanyIdentifier } from '../identification/company-identifier.ts';
import { findCurrentCompanyIds } from './find-current-company-ids.ts';
import { type ChargedRequest, type PayingAccount, revealCompanies } from './reveal-companies.ts';

type IpSource = 'directory' | 'own_network' | 'visits';
type CompanyIp = { ip: string; confidence: number; source: IpSource };
type CompanyIps = { companyId: string; addresses: CompanyIp[] };

/** Confidence that a block belongs to a company: listed in the directory, or announced by the company's own network. */
const directoryConfidence = 0.95;
const ownNetworkConfidence = 0.9;

/**
 * Lists the address blocks of companies, highest confidence first: from the directory, from the companies' own networks and from their
 * visits to the account's site. A company without address blocks is not charged.
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
    sql<{ company_id: string; ip: string; confidence: number }>`
      select company_id, network ->> 'cidr' as ip, max(confidence) as confidence from verdicts
      where account_id = ${account.id} and company_id = any(${ids}::bigint[]) and network ->> 'cidr' is not null
      group by 1, 2 order by 2`.execute(ctx.db),
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

/** Keeps one entry per block, the one with the highest confidence. */
function mostConfident(found: CompanyIp[], limit: number): CompanyIp[] {
  const ordered = [...found].sort((one, other) => other.confidence - one.confidence);
  const byBlock = new Map<string, CompanyIp>();
  for (const { ip, confidence, source } of ordered)
    if (!byBlock.has(ip)) byBlock.set(ip, { ip, confidence: Math.round(confidence * 100) / 100, source });
  return [...byBlock.values()].slice(0, limit);
}
