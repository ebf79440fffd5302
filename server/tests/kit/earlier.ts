import { randomUUID } from 'node:crypto';
import type { TestAccount, TestService } from './service.ts';

/** Addresses of companies that come with the service, by the names that the directory gives them. */
export const addresses = { Audi: '143.164.1.10', SAP: '155.56.1.10' } as const;

const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export type TestEvent = { kind?: string; at: string | number; url?: string; [key: string]: unknown };
export type TestVisit = { ip: string; visitor?: string; userAgent?: string; ga?: string[]; cookies?: unknown; events: TestEvent[] };

/** Sends the events of a visit to the collector, as a tracker would, and takes them through the pipeline. */
export async function visit(service: TestService, account: Pick<TestAccount, 'scriptHash'>, ...visits: TestVisit[]): Promise<void> {
  for (const { ip, visitor, userAgent = desktop, ga, cookies, events } of visits) {
    const sentAt = service.clock.now().getTime();
    const answer = await fetch(`${service.url}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': userAgent, 'x-forwarded-for': ip },
      body: JSON.stringify({
        script_hash: account.scriptHash,
        sent_at: sentAt,
        visitor_id: visitor,
        ga_client_ids: ga,
        partner_cookies: cookies,
        events: events.map(({ kind = 'page_view', at, ...rest }) => ({
          id: randomUUID(),
          kind,
          occurred_at: new Date(at).getTime(),
          ...rest,
        })),
      }),
    });
    if (answer.status !== 204) throw new Error(`The collector answered ${answer.status}: ${await answer.text()}`);
  }
  await service.drain();
}
