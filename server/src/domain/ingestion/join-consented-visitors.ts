import { getOrThrow } from '../../lib/get-or-throw.ts';
import type { Consented } from '../reattribution/join-visitors.ts';
import type { Batch, PipelineContext } from './batch.ts';
import type { ReceivedHit } from './build-hits.ts';
import { loadOrCreateSalts } from './load-or-create-salts.ts';
import { cookielessVisitorId, visitorDay } from './visitor-id.ts';

export const joinVisitorsJobName = 'join-visitors';

/** Maximum time from an event to the creation of the visitor id. The tracker creates the id when it sends the first events with consent. */
const maxWaitMs = 60_000;
/** Browsers resend failed events from before the consent within this time. */
const lateMs = 35 * 60_000;

/** Queues jobs that assign the earlier events of the same visit to visitors who have just consented. */
export async function joinConsentedVisitors(ctx: PipelineContext, { trx, rules, kept }: Batch): Promise<void> {
  if (rules.consentMode !== 'consent_required') return;
  const consented = new Map<string, { hit: ReceivedHit; atMs: number }>();
  for (const { hit } of kept) {
    const atMs = hit.sentBy === 'tracker' ? idCreatedAt(hit) : null;
    if (atMs !== null) consented.set(hit.visitorId, { hit, atMs });
  }
  if (consented.size === 0) return;
  const dayOf = (atMs: number) => visitorDay(atMs, rules.timezone);
  const salts = await loadOrCreateSalts(ctx, [...new Set([...consented.values()].map(({ atMs }) => dayOf(atMs)))]);
  for (const [visitorId, { hit, atMs }] of consented) {
    const { accountId } = rules;
    const anonymousId = cookielessVisitorId(getOrThrow(salts, dayOf(atMs)), accountId, hit.ip, hit.userAgent);
    const payload: Consented = { accountId, anonymousId, visitorId, atMs };
    await ctx.jobs.add(trx, joinVisitorsJobName, payload);
    await ctx.jobs.add(trx, joinVisitorsJobName, payload, { runAt: new Date(ctx.clock.now().getTime() + lateMs) });
  }
}

/**
 * Returns the server time at which the visitor id was created, if it was created for this event. The ids of visitor and event both contain
 * the browser's time, so an error of its clock cancels out.
 */
function idCreatedAt({ visitorId, event }: ReceivedHit): number | null {
  const visitorMs = timeOf(visitorId);
  const eventMs = timeOf(event.id);
  if (visitorMs === null || eventMs === null || visitorMs < eventMs || visitorMs - eventMs > maxWaitMs) return null;
  return event.occurredAtMs + visitorMs - eventMs;
}

/** The time in a version 7 UUID. */
function timeOf(id: string): number | null {
  const parts = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(id);
  return parts === null ? null : Number.parseInt(`${parts[1]}${parts[2]}`, 16);
}
