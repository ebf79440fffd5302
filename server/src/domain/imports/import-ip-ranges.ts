import { sql } from 'kysely';
import { blocksOfRange } from '../../lib/blocks-of-range.ts';
import { type IpRange, isImplausiblyLarge, parseIpRange } from '../../lib/ip-range.ts';
import { resolveCompanies } from '../companies/resolve-companies.ts';
import type { Context } from '../context.ts';
import { companyReference } from '../identification/company-reference.ts';
import { isListedProviderDomain, isNameOfProvider } from '../identification/provider-domain.ts';
import { Problem } from '../problem.ts';
import type { Fields } from './fields.ts';
import { findCompanyId } from './find-company.ts';
import type { Importer } from './importer.ts';

type RangeRow = { range: IpRange; companyId?: string; domain?: string; company?: string; source: string };

/** A range is split into CIDR blocks; a range that needs more blocks than this is rejected. */
const maxBlocks = 32;

/** Imports address blocks and the companies that use them. Unknown companies are added. */
export const importIpRanges: Importer<RangeRow> = {
  name: 'ip-ranges',
  changesDirectory: true,
  read(fields) {
    const [cidr, rangeText] = [fields.text('cidr'), fields.text('range')];
    const text = fields.required('cidr', cidr ?? rangeText);
    const range = text === undefined ? null : parseIpRange(text);
    if (text !== undefined && range === null) fields.refuse(`cidr must be a block such as 192.0.2.0/24; found "${text}"`);
    if (range !== null && isImplausiblyLarge(range)) fields.refuse('cidr is larger than any block that one company uses');
    const companyId = fields.integer('company_id', 1)?.toString();
    const [given, fallback] = [fields.domain('domain'), fields.domain('company_domain')];
    const company = fields.text('company', 200);
    const domain = companyId === undefined ? ownDomain(fields, given ?? fallback, company) : undefined;
    const source = fields.text('source', 100) ?? 'import';
    if (companyId === undefined && domain === undefined && company === undefined && fields.faults.length === 0)
      fields.refuse('company_id, domain or company is missing');
    if (range === null || fields.faults.length > 0) return null;
    if (blocksOfRange(range, maxBlocks) === null) {
      fields.refuse(`cidr is made of more than ${maxBlocks} blocks`);
      return null;
    }
    return { range, companyId, domain, company, source };
  },
  async write(ctx, { range, source, ...keys }) {
    const companyId = await findOrCreateCompanyId(ctx, keys);
    let isNew = false;
    for (const block of blocksOfRange(range, maxBlocks) ?? []) {
      const existing = await sql<{ company_id: string }>`select company_id from company_ip_ranges where block = ${block}::inet`.execute(
        ctx.db,
      );
      isNew ||= existing.rows.length === 0;
      // A block belongs to one company; the latest import wins.
      await sql`delete from company_ip_ranges where block = ${block}::inet and company_id <> ${companyId}`.execute(ctx.db);
      await sql`
        insert into company_ip_ranges (block, company_id, source, updated_at) values (${block}::inet, ${companyId}, ${source}, ${ctx.clock.now()})
        on conflict (block, company_id) do update set source = excluded.source, updated_at = excluded.updated_at`.execute(ctx.db);
    }
    return isNew ? 'added' : 'updated';
  },
};

/** Ignores the domain of a company's e-mail or Internet provider. */
function ownDomain(fields: Fields, domain: string | undefined, company: string | undefined): string | undefined {
  if (domain === undefined || !isListedProviderDomain(domain)) return domain;
  if (company === undefined) return fields.refuse(`${domain} is a provider's domain: name the company`);
  return isNameOfProvider(company, domain) ? domain : undefined;
}

async function findOrCreateCompanyId(
  ctx: Context,
  { companyId, domain, company }: Pick<RangeRow, 'companyId' | 'domain' | 'company'>,
): Promise<string> {
  if (companyId !== undefined) {
    const id = await findCompanyId(ctx, { id: companyId });
    if (id === null) throw new Problem('not_found', `there is no company ${companyId}`);
    return id;
  }
  const reference = { ...companyReference({ domain: domain ?? null, name: company ?? domain ?? '' }), origin: 'import' as const };
  const id = (await resolveCompanies(ctx, null, [reference])).get(reference.key);
  if (id === undefined) throw new Problem('conflict', `the company ${reference.name} could not be added`);
  return id;
}
