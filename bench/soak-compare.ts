import type { SoakAccount } from './soak-clients.ts';
import type { ExpectedVisit } from './soak-ledger.ts';
import type { SoakRequests } from './soak-requests.ts';

export type Days = { start: string; end: string };

/** One line per visit, on which the ledger and every API must agree: visitor, company, time (to the minute), page views. */
export function expectedLines(visits: readonly ExpectedVisit[]): string[] {
  return visits.map(({ visitorId, domain, startedAtMs, pageViews }) => line(visitorId, domain, startedAtMs, pageViews)).sort();
}

/** Visits and page views by company, as in the lead lists. */
export function expectedTotals(visits: readonly ExpectedVisit[]): Record<string, [visits: number, pageViews: number]> {
  const totals: Record<string, [number, number]> = {};
  for (const { domain, pageViews } of visits) {
    totals[domain] ??= [0, 0];
    totals[domain][0]++;
    totals[domain][1] += pageViews;
  }
  return totals;
}

type VersionedVisit = {
  attributes: { started_at: string; page_depth: number; identifiers: { svc_client_id: string } };
  relationships: { company: { attributes: { domain: string } } };
};

/** All visits from the versioned API, day by day, because a list has at most 10,000 rows. */
export async function versionedLines(requests: SoakRequests, account: SoakAccount, days: Days | string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const day of Array.isArray(days) ? days : daysOf(days)) {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `/v1/web-visits?account_id=${account.accountId}&include=company&page[size]=100&page[num]=${page}`;
      const headers = { 'x-api-key': account.key, 'content-type': 'application/json' };
      const body = JSON.stringify({ start_date: day, end_date: day });
      const { data, meta }: { data: VersionedVisit[]; meta: { pagination: { page_count: number } } } = JSON.parse(
        (await requests.sendWithRetries('v1 read back', path, { method: 'POST', headers, body })).text,
      );
      pages = meta.pagination.page_count;
      for (const { attributes, relationships } of data) {
        const { identifiers, started_at: startedAt, page_depth: depth } = attributes;
        lines.push(line(identifiers.svc_client_id, relationships.company.attributes.domain, Date.parse(startedAt), depth));
      }
    }
  }
  return lines.sort();
}

/** Totals by company from the versioned API. */
export async function versionedTotals(requests: Sender, account: SoakAccount, days: Days) {
  const totals: Record<string, [number, number]> = {};
  for await (const { attributes, relationships } of visitorCompanies(requests, account, days)) {
    const { domain } = relationships.company.attributes;
    totals[domain] ??= [0, 0];
    totals[domain][0] += attributes.visits;
    totals[domain][1] += attributes.page_views;
  }
  return totals;
}

type Sender = Pick<SoakRequests, 'sendWithRetries'>;
type VisitorCompany = {
  attributes: { visits: number; page_views: number };
  relationships: { company: { id: string; attributes: { domain: string } } };
};

/** All visitor companies from the versioned API, page by page. */
async function* visitorCompanies(requests: Sender, account: SoakAccount, { start, end }: Days): AsyncGenerator<VisitorCompany> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const range = `account_id=${account.accountId}&start_date=${start}&end_date=${end}`;
    const path = `/v1/web-visits/companies?${range}&include=company&page[size]=100&page[num]=${page}`;
    const { data, meta }: { data: VisitorCompany[]; meta: { pagination: { page_count: number } } } = JSON.parse(
      (await requests.sendWithRetries('v1 read back', path, { headers: { 'x-api-key': account.key } })).text,
    );
    pages = meta.pagination.page_count;
    yield* data;
  }
}

type EarlierVisit = { attributes: { svc_client_id: string; lead_id: string; started_at: string; page_depth: number } };

/** All visits, and the number of visits of every lead, from the earlier API. `domains` maps leads to companies. */
export async function earlierLines(requests: SoakRequests, account: SoakAccount, days: Days, domains: Map<string, string>) {
  const lines: string[] = [];
  for await (const { attributes } of earlierList<EarlierVisit>(requests, account, 'visits', days)) {
    const { svc_client_id: visitorId, lead_id: leadId, started_at: startedAt, page_depth: depth } = attributes;
    lines.push(line(visitorId, domains.get(String(leadId)) ?? `lead ${leadId}`, Date.parse(startedAt), depth));
  }
  const visits: Record<string, number> = {};
  for await (const lead of earlierList<{ id: string; attributes: { visits: number } }>(requests, account, 'leads', days)) {
    visits[domains.get(lead.id) ?? `lead ${lead.id}`] = lead.attributes.visits;
  }
  return { lines: lines.sort(), visits };
}

async function* earlierList<Item>(requests: SoakRequests, account: SoakAccount, list: string, { start, end }: Days): AsyncGenerator<Item> {
  const headers = { authorization: `Token token=${account.token}` };
  for (let page = 1; ; page++) {
    const path = `/accounts/${account.accountId}/${list}?start_date=${start}&end_date=${end}&page[size]=100&page[number]=${page}`;
    const { data, links }: { data: Item[]; links?: { next?: string } } = JSON.parse(
      (await requests.sendWithRetries('earlier read back', path, { headers })).text,
    );
    yield* data;
    if (!links?.next) return;
  }
}

/** Domains by company id, from the versioned API. */
export async function companyDomains(requests: Sender, account: SoakAccount, days: Days): Promise<Map<string, string>> {
  const domains = new Map<string, string>();
  for await (const { relationships } of visitorCompanies(requests, account, days)) {
    const { id, attributes } = relationships.company;
    domains.set(id, attributes.domain);
  }
  return domains;
}

/** Lines that occur more often on one side than on the other. */
export function differences(expected: readonly string[], found: readonly string[]): string[] {
  const balances = new Map<string, number>();
  for (const line of expected) balances.set(line, (balances.get(line) ?? 0) + 1);
  for (const line of found) balances.set(line, (balances.get(line) ?? 0) - 1);
  return [...balances].filter(([, count]) => count !== 0).map(([line, count]) => `${count > 0 ? 'missing' : 'surplus'}: ${line}`);
}

function line(visitorId: string, domain: string, startedAtMs: number, pageViews: number): string {
  return `${visitorId} ${domain} ${new Date(Math.round(startedAtMs / 60_000) * 60_000).toISOString()} ${pageViews}`;
}

function daysOf({ start, end }: Days): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(start); ms <= Date.parse(end); ms += 86_400_000) days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
}
