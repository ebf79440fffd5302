import { resolveCompanies } from '../companies/resolve-companies.ts';
import type { CompanyReference } from '../identification/company-reference.ts';
import { latestOffice, type SeenOffice } from '../identification/office.ts';
import type { Origin } from '../visits/origin.ts';
import type { Batch, PipelineContext } from './batch.ts';

export async function resolveBatchCompanies(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { rules, kept } = batch;
  batch.companyIds = await resolveCompanies(ctx, rules.accountId, companiesOf(kept));
  batch.offices = seenOffices(batch);
}

/** Returns the companies of the origins, possibly with duplicates. */
function companiesOf(hits: readonly { origin: Origin }[]): CompanyReference[] {
  const named: CompanyReference[] = [];
  for (const { verdict, office } of new Set(hits.map(({ origin }) => origin))) {
    if (verdict?.company) named.push(verdict.company);
    if (office) named.push(office.company);
  }
  return named;
}

/** Returns the last office of each visitor in the batch. */
function seenOffices({ kept, companyIds }: Batch): Map<string, SeenOffice> {
  const latest = new Map<string, SeenOffice>();
  for (const { hit, origin } of kept) {
    const { office } = origin;
    const companyId = office === null ? undefined : companyIds.get(office.company.key);
    if (office === null || companyId === undefined) continue;
    const seen = { atMs: hit.event.occurredAtMs, companyId, confidence: office.confidence };
    latest.set(hit.visitorId, latestOffice(latest.get(hit.visitorId) ?? null, seen));
  }
  return latest;
}
