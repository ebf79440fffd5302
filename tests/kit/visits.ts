import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { runReattribution } from '../../server/src/domain/reattribution/run-reattribution.ts';
import { chrome } from './events.ts';
import { runMerges } from './jobs.ts';
import type { TestAccount, TestService } from './service.ts';

type SentVisit = { ip: string; visitorId?: string; email?: string; atMs?: number };

/**
 * Sends one page view from an IP address through the collector and the pipeline, with an identify event if there is an e-mail address.
 * Returns the id of the page view, which is also the id of a new visit. The service must trust the loopback proxy.
 */
export async function sendVisit(
  service: TestService,
  { scriptHash }: TestAccount,
  { ip, visitorId, email, atMs = Date.now() - 5000 }: SentVisit,
): Promise<string> {
  const id = randomUUID();
  const events: object[] = [{ id, kind: 'page_view', occurred_at: atMs, url: 'https://shop.example/pricing', title: 'Pricing' }];
  if (email !== undefined)
    events.push({ id: randomUUID(), kind: 'identify', occurred_at: atMs + 1000, url: 'https://shop.example/pricing', email });
  const response = await fetch(`${service.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': chrome, 'x-forwarded-for': ip },
    body: JSON.stringify({ script_hash: scriptHash, sent_at: Date.now(), visitor_id: visitorId, events }),
  });
  assert.equal(response.status, 204);
  await service.drain();
  return id;
}

/** The name of the company that a visit is attributed to, or null. */
export async function companyNameOfVisit(service: TestService, { accountId }: TestAccount, visitId: string): Promise<string | null> {
  const row = await service.ctx.db
    .selectFrom('visits')
    .leftJoin('companies', 'companies.id', 'visits.company_id')
    .select('companies.name')
    .where('account_id', '=', accountId)
    .where('visits.id', '=', visitId)
    .executeTakeFirstOrThrow();
  return row.name;
}

/** The number of visits per lead, by company name, without leads that have none. */
export async function visitCountsByLead(service: TestService, { accountId }: TestAccount): Promise<Record<string, number>> {
  const rows = await service.ctx.db
    .selectFrom('leads')
    .innerJoin('companies', 'companies.id', 'leads.company_id')
    .select(['companies.name', 'visits'])
    .where('account_id', '=', accountId)
    .where('visits', '>', 0)
    .execute();
  return Object.fromEntries(rows.map(({ name, visits }) => [name, visits]));
}

/** Runs all pending merges and reattributions to completion, like the worker. */
export async function runReattributions(service: TestService, { accountId }: Pick<TestAccount, 'accountId'>): Promise<void> {
  await runMerges(service);
  const runs = await service.ctx.db
    .selectFrom('reattributions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '!=', 'completed')
    .orderBy('id')
    .execute();
  for (const { id } of runs) await runReattribution(service.ctx, accountId, id);
}
