import { resolveCompanies } from '../companies/resolve-companies.ts';
import type { CompanyReference } from '../identification/company-reference.ts';
import { latestWorkplace, type SeenWorkplace } from '../identification/workplace.ts';
import type { ClientInfo } from '../visits/client-info.ts';
import type { Batch, PipelineContext } from './batch.ts';

export async function resolveBatchCompanies(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { rules, kept } = batch;
  batch.companyIds = await resolveCompanies(ctx, rules.accountId, companiesOf(kept));
  batch.workplaces = seenWorkplaces(batch);
}

/** Returns the companies of the clients, possibly with duplicates. */
function companiesOf(hits: readonly { client: ClientInfo }[]): CompanyReference[] {
  const named: CompanyReference[] = [];
  for (const { verdict, workplace } of new Set(hits.map(({ client }) => client))) {
    if (verdict?.company) named.push(verdict.company);
    if (workplace) named.push(workplace.company);
  }
  return named;
}

/** Returns the last workplace of each visitor in the batch. */
function seenWorkplaces({ kept, companyIds }: Batch): Map<string, SeenWorkplace> {
  const latest = new Map<string, SeenWorkplace>();
  for (const { hit, client } of kept) {
    const { workplace } = client;
    const companyId = workplace === null ? undefined : companyIds.get(workplace.company.key);
    if (workplace === null || companyId === undefined) continue;
    const seen = { atMs: hit.event.occurredAtMs, companyId, confidence: workplace.confidence };
    latest.set(hit.visitorId, latestWorkplace(latest.get(hit.visitorId) ?? null, seen));
  }
  return latest;
}
