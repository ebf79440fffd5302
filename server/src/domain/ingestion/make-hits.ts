import type { Context } from '../context.ts';
import type { AccountRules } from './account-rules.ts';
import type { Hit } from './event.ts';
import { SenderMap } from './sender-map.ts';
import type { TakenEntry } from './take-entries.ts';
import { cookielessVisitorId, visitorDay } from './visitor-id.ts';
import { visitorSalts } from './visitor-salts.ts';

/** A hit on its way through the pipeline. */
export type ReceivedHit = Hit & { receivedOn: string; sentBy: TakenEntry['sentBy'] };

/** Names the visitor of every event: the one that the sender named, or a hash with the salt of the day. */
export async function makeHits(ctx: Context, rules: AccountRules, entries: readonly TakenEntry[]): Promise<ReceivedHit[]> {
  const days = new Set<string>();
  for (const { visitorId, events } of entries) {
    if (visitorId === null) for (const { occurredAtMs } of events) days.add(visitorDay(occurredAtMs, rules.timezone));
  }
  const salts = await visitorSalts(ctx, [...days]);
  // Most visitors are met several times in a batch.
  const anonymousIds = new Map<string, SenderMap<string>>();
  for (const day of days) {
    const salt = salts.get(day)!;
    anonymousIds.set(day, new SenderMap((ip, userAgent) => cookielessVisitorId(salt, rules.accountId, ip, userAgent)));
  }
  const hits: ReceivedHit[] = [];
  for (const { ip, userAgent, gaClientIds, partnerCookies, hints, receivedOn, sentBy, visitorId: named, events } of entries) {
    for (const event of events) {
      const visitorId = named ?? anonymousIds.get(visitorDay(event.occurredAtMs, rules.timezone))!.at(ip, userAgent);
      hits.push({ event, visitorId, ip, userAgent, gaClientIds, partnerCookies, hints, receivedOn, sentBy });
    }
  }
  return hits;
}
