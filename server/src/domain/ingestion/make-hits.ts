import type { Context } from '../context.ts';
import type { AccountRules } from './account-rules.ts';
import type { Hit } from './event.ts';
import type { TakenEntry } from './take-entries.ts';
import { cookielessVisitorId, visitorDay } from './visitor-id.ts';
import { visitorSalts } from './visitor-salts.ts';

/** A hit on its way through the pipeline. */
export type ReceivedHit = Hit & { receivedOn: string; sentBy: TakenEntry['sentBy'] };

/** Names the visitor of every event: the one that the sender named, or a hash with the salt of the day. */
export async function makeHits(ctx: Context, rules: AccountRules, entries: readonly TakenEntry[]): Promise<ReceivedHit[]> {
  const anonymous = entries.filter(({ visitorId }) => visitorId === null);
  const days = new Set(anonymous.flatMap(({ events }) => events.map(({ occurredAtMs }) => visitorDay(occurredAtMs, rules.timezone))));
  const salts = await visitorSalts(ctx, [...days]);
  // Most visitors are met several times in a batch.
  const anonymousIds = new Map<string, string>();
  return entries.flatMap((entry) => {
    const { ip, userAgent, gaClientIds, partnerCookies, hints, receivedOn, sentBy } = entry;
    const anonymousId = (day: string) => {
      const key = `${day} ${ip} ${userAgent}`;
      const id = anonymousIds.get(key) ?? cookielessVisitorId(salts.get(day)!, rules.accountId, ip, userAgent);
      anonymousIds.set(key, id);
      return id;
    };
    return entry.events.map((event): ReceivedHit => {
      const visitorId = entry.visitorId ?? anonymousId(visitorDay(event.occurredAtMs, rules.timezone));
      return { event, visitorId, ip, userAgent, gaClientIds, partnerCookies, hints, receivedOn, sentBy };
    });
  });
}
