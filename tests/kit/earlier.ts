import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { chrome } from './events.ts';
import { testIdentifier } from './identifier.ts';
import type { TestAccount, TestService } from './service.ts';

/** Addresses of companies in the shipped data. */
export const addresses = { Audi: '143.164.1.10', SAP: '155.56.1.10', BASF: '141.6.11.10' } as const;

const { Validator }: { Validator: new () => { validate(document: unknown): void } } = createRequire(import.meta.url)('jsonapi-validator');
const validator = new Validator();

export const smartphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

type TestEvent = { kind?: string; at: string; url?: string; [key: string]: unknown };
type TestVisit = { ip: string; visitor?: string; userAgent?: string; ga?: string[]; cookies?: unknown; events: TestEvent[] };

/** Sends the events of each visit to the collector as a tracker does, at the time of its last event, and runs the pipeline. */
export async function visit(service: TestService, account: Pick<TestAccount, 'scriptHash'>, ...visits: TestVisit[]): Promise<void> {
  const before = service.clock.now();
  for (const { ip, visitor, userAgent = chrome, ga, cookies, events } of visits) {
    const lastAt = new Date(Math.max(...events.map(({ at }) => Date.parse(at))));
    service.clock.set(lastAt);
    const response = await fetch(`${service.url}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': userAgent, 'accept-language': 'en', 'x-forwarded-for': ip },
      body: JSON.stringify({
        script_hash: account.scriptHash,
        sent_at: lastAt.getTime(),
        visitor_id: visitor,
        ga_client_ids: ga,
        partner_cookies: cookies,
        events: events.map(({ kind = 'page_view', at, url = 'https://shop.example/', ...rest }) => ({
          id: randomUUID(),
          kind,
          occurred_at: Date.parse(at),
          url,
          ...rest,
        })),
      }),
    });
    if (response.status !== 204) throw new Error(`The collector responded with ${response.status}: ${await response.text()}`);
  }
  await service.drain();
  service.clock.set(before);
}

type Companies = { name: string; ip: string }[];

/** Addresses of many different companies, with the names under which the service knows them. */
export async function manyCompanies(count: number): Promise<Companies> {
  const text = readFileSync(join(import.meta.dirname, '../../bench/data/ip-kinds-sample.csv'), 'utf8');
  const identifier = await testIdentifier();
  const byKey = new Map<string, Companies[number]>();
  for (const row of text.trim().split('\n').slice(1)) {
    const [ip, kind] = firstItems(row.split(','), 2);
    const company = kind === 'business' ? identifier.identify(identifier.findFacts(ip)).company : null;
    if (company && !byKey.has(company.key)) byKey.set(company.key, { name: company.name, ip });
  }
  if (byKey.size < count) throw new Error(`The sample has only ${byKey.size} companies.`);
  return [...byKey.values()].slice(0, count);
}

export type Resource = {
  type: string;
  id: string;
  attributes: Record<string, unknown>;
  relationships?: Record<string, { data: { type: string; id: string } | null }>;
};
/** `data`, if it is a list, and `resource`, if it is not, are the primary data; `title` is that of the first error. */
export type EarlierResponse = {
  status: number;
  headers: Headers;
  text: string;
  data: Resource[];
  resource: Resource;
  included: Resource[];
  links: Record<string, string>;
  title: string;
};

type EarlierRequest = { token?: string; headers?: Record<string, string>; method?: string; body?: string };

/** Sends a request of the earlier API. Every response, including errors, must be a valid JSON:API 1.0 document. */
export async function callEarlier(
  url: string,
  { token, headers = {}, method = 'GET', body }: EarlierRequest = {},
): Promise<EarlierResponse> {
  const response = await fetch(url, {
    method,
    headers: { ...(token === undefined ? {} : { authorization: `Token token=${token}` }), ...headers },
    body,
  });
  const text = await response.text();
  const document = JSON.parse(text);
  validator.validate(document);
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: document.data,
    resource: document.data,
    included: document.included,
    links: document.links,
    title: document.errors?.[0]?.title,
  };
}

/** The options of a POST request with form parameters, as most clients send them. */
export function form(fields: Record<string, string>): EarlierRequest {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}

/** Follows the links of a list to its end. */
export async function allPages(url: string, token: string): Promise<EarlierResponse[]> {
  const pages: EarlierResponse[] = [];
  for (let next: string | undefined = url; next !== undefined; next = lastOf(pages).links.next)
    pages.push(await callEarlier(next, { token }));
  return pages;
}
