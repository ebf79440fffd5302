import type { FastifyReply, FastifyRequest } from 'fastify';
import { readEvent } from '../domain/events/read-event.ts';
import { Problem } from '../domain/problem.ts';
import type { CollectorContext } from './context.ts';
import { entryOf } from './read-request.ts';

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const pixelHeaders = { 'content-type': 'image/gif', 'cache-control': 'no-store' };

/**
 * `GET /collect.gif`: a page view without JavaScript. The page comes from the query or from the referrer. With `consent=false` or
 * `consent=0`, the visitor id is not used.
 */
export function collectGif(ctx: CollectorContext) {
  return async (req: FastifyRequest<{ Querystring: Record<string, unknown> }>, res: FastifyReply) => {
    const { query } = req;
    const accountId = await ctx.scripts.accountOf(query.script_hash);
    const nowMs = ctx.clock.now().getTime();
    const read = readEvent(
      {
        id: query.id ?? ctx.ids.uuid(),
        kind: query.kind ?? 'page_view',
        occurred_at: nowMs,
        url: query.url ?? req.headers.referer,
        title: query.title,
        referrer: query.referrer,
        name: query.name,
        target_url: query.target_url,
      },
      { nowMs, correctionMs: 0, oldestMs: nowMs },
    );
    if ('error' in read) throw new Problem('invalid_input', read.error);
    const consent = query.consent !== 'false' && query.consent !== '0';
    const entry = entryOf(
      req.raw,
      ctx.addressOf(req.raw),
      { ...query, consent },
      { events: [read.event], refused: undefined, error: null },
    );
    await ctx.eventQueue.add(accountId, entry);
    return res.code(200).headers(pixelHeaders).send(pixel);
  };
}
