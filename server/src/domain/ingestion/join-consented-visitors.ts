import { getKnown } from '../../lib/get-known.ts';
import type { Consented } from '../reattribution/join-visitors.ts';
import type { Batch, PipelineContext } from './batch.ts';
import type { ReceivedHit } from './make-hits.ts';
import { cookielessVisitorId, visitorDay } from './visitor-id.ts';
import { visitorSalts } from './visitor-salts.ts';

export const joinVisitorsJob = 'join-visitors';

/** The id is made when the first events after consent are sent, which waited only for a moment. */
const longestWaitMs = 60_000;
/** Events from before consent that got lost on the way are sent again within this time. */
const lateMs = 35 * 60_000;

/** Enqueues the job that gives visitors who have just consented what they did before in the same visit. */
export async function joinConsentedVisitors(ctx: PipelineContext, { trx, rules, kept }: Batch): Promise<void> {
  if (rules.consentMode !== 'consent_required') return;
  const consented = new Map<string, { hit: ReceivedHit; atMs: number }>();
  for (const { hit } of kept) {
    const atMs = hit.sentBy === 'tracker' ? idMadeAt(hit) : null;
    if (atMs !== null) consented.set(hit.visitorId, { hit, atMs });
  }
  if (consented.size === 0) return;
  const dayOf = (atMs: number) => visitorDay(atMs, rules.timezone);
  const salts = await visitorSalts(ctx, [...new Set([...consented.values()].map(({ atMs }) => dayOf(atMs)))]);
  for (const [visitorId, { hit, atMs }] of consented) {
    const { accountId } = rules;
    const anonymousId = cookielessVisitorId(getKnown(salts, dayOf(atMs)), accountId, hit.ip, hit.userAgent);
    const payload: Consented = { accountId, anonymousId, visitorId, atMs };
    await ctx.jobs.add(trx, joinVisitorsJob, payload);
    await ctx.jobs.add(trx, joinVisitorsJob, payload, { runAt: new Date(ctx.clock.now().getTime() + lateMs) });
  }
}

/**
 * When the visitor's id was made, by our clock, if it was made for this event. Both ids begin with the time by the browser's clock,
 * so an error of that clock cancels out.
 */
function idMadeAt({ visitorId, event }: ReceivedHit): number | null {
  const visitorMs = timeOf(visitorId);
  const eventMs = timeOf(event.id);
  if (visitorMs === null || eventMs === null || visitorMs < eventMs || visitorMs - eventMs > longestWaitMs) return null;
  return event.occurredAtMs + visitorMs - eventMs;
}

/** The time in a UUID of version 7. */
function timeOf(id: string): number | null {
  const parts = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(id);
  return parts === null ? null : Number.parseInt(`${parts[1]}${parts[2]}`, 16);
}
