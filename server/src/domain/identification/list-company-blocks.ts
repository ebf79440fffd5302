import { sql } from 'kysely';
import type { IdentifierContext } from './identifier.ts';

type CompanyBlock = { block: string; confidence: number; source: 'netblock' | 'as_organization' };

const listedConfidence = 0.85;
const networkConfidence = 0.95;

/** Lists the address blocks of companies by descending confidence: their own networks and the blocks in the directory. */
export async function listCompanyBlocks(
  ctx: IdentifierContext,
  companyIds: readonly string[],
  limit: number,
): Promise<Map<string, CompanyBlock[]>> {
  const found = new Map<string, CompanyBlock[]>(companyIds.map((id) => [id, []]));
  const { rows: networks } = await sql<{ company_id: string; asn: string }>`
    select company_id, asn from company_networks where company_id = any(${[...companyIds]}::bigint[]) order by company_id, asn`.execute(
    ctx.db,
  );
  for (const { company_id, asn } of networks) {
    const blocks = ctx.identifier.blocksOf(Number(asn), limit);
    found
      .get(company_id)
      ?.push(...blocks.map((block): CompanyBlock => ({ block, confidence: networkConfidence, source: 'as_organization' })));
  }
  const { rows: listed } = await sql<{ company_id: string; block: string }>`
    select company_id, text(block) as block from company_ip_ranges where company_id = any(${[...companyIds]}::bigint[])
    order by company_id, masklen(block), block`.execute(ctx.db);
  for (const { company_id, block } of listed) found.get(company_id)?.push({ block, confidence: listedConfidence, source: 'netblock' });
  return new Map(
    [...found].map(([id, blocks]) => [id, blocks.toSorted((left, right) => right.confidence - left.confidence).slice(0, limit)]),
  );
}
