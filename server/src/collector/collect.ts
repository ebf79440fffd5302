import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TrackedEvent } from '../domain/ingestion/event.ts';
import type { InboxEntry } from '../domain/ingestion/inbox.ts';
import { readClientIds, readEvent, readPartnerCookies, readText, readTime } from '../domain/ingestion/read-event.ts';
import { Problem } from '../domain/problem.ts';
import type { CollectorContext } from './context.ts';

const mostEvents = 100;
/** Events of a browser that was offline may be late, but not older than this. */
const oldestMs = 7 * 86_400_000;

/** `POST /collect`: what the tracker sends. Answers 204 only after the events are committed. */
export function collect(ctx: CollectorContext) {
  return async (req: FastifyRequest, res: FastifyReply) => {
    const body = parseBody(req.body);
    const accountId = await accountOf(ctx, body.script_hash);
    const events = readEvents(body, ctx.clock.now().getTime());
    await ctx.inbox.add(accountId, entryOf(req, body, events));
    return res.code(204).send();
  };
}

function parseBody(body: unknown): Record<string, unknown> {
  if (typeof body === 'string') {
    try {
      const parsed: unknown = JSON.parse(body);
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
    } catch {
      // Falls through to the refusal below.
    }
  }
  throw new Problem('invalid_input', 'The body must be a JSON object with script_hash and events.');
}

export async function accountOf(ctx: CollectorContext, scriptHash: unknown): Promise<string> {
  if (typeof scriptHash !== 'string' || scriptHash === '') throw new Problem('invalid_input', 'script_hash is missing.');
  const accountId = /^[0-9a-f]{8,64}$/.test(scriptHash) ? await ctx.scripts.accountOf(scriptHash) : null;
  if (accountId === null) {
    throw new Problem('not_found', 'No account has this script_hash: copy the snippet again from the tracker settings of your Leadlight.');
  }
  return accountId;
}

function readEvents(body: Record<string, unknown>, nowMs: number): TrackedEvent[] {
  if (!Array.isArray(body.events) || body.events.length === 0 || body.events.length > mostEvents) {
    throw new Problem('invalid_input', `events must be a list of 1 to ${mostEvents} events.`);
  }
  const sentAtMs = readTime(body.sent_at);
  const correctionMs = sentAtMs === null ? 0 : nowMs - sentAtMs;
  return body.events.map((given, at) => {
    const read = readEvent(given, { nowMs, correctionMs, oldestMs: nowMs - oldestMs });
    if ('refusal' in read) throw new Problem('invalid_input', `events[${at}]: ${read.refusal}`);
    return read.event;
  });
}

export function entryOf(req: FastifyRequest, body: Record<string, unknown>, events: TrackedEvent[]): InboxEntry {
  return {
    visitorId: readText(body.visitor_id, 64),
    ip: req.ip,
    userAgent: readText(req.headers['user-agent'], 500),
    gaClientIds: readClientIds(body.ga_client_ids),
    partnerCookies: readPartnerCookies(body.partner_cookies),
    events,
  };
}
