import { Type } from 'typebox';
import { readServerEvents } from '../../../domain/ingestion/event-queue/read-server-events.ts';
import { operation } from '../../operation.ts';
import { CollectReceiptV1, TrackedEventV1 } from '../../schemas/collect.ts';
import { Exact } from '../../schemas/resource.ts';

const maxEvents = 1000;

export default operation({
  id: 'collectEvents',
  group: 'Tracking',
  summary: 'Collect Events',
  description: `Server-side tracking: up to ${maxEvents} events, each with its own time, address and user agent. Invalid events are rejected individually; the others are accepted and stored durably.`,
  status: 'available',
  method: 'POST',
  path: '/v1/collect',
  scope: 'web_visits:write',
  account: 'required',
  body: Exact({ events: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxEvents }) }),
  documentedBody: Exact({ events: Type.Array(TrackedEventV1, { minItems: 1, maxItems: maxEvents }) }, { $id: 'CollectRequestV1' }),
  data: CollectReceiptV1,
  success: 202,
  errors: [413],
  cancels: false,
  example: {
    body: {
      events: [
        {
          id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e',
          kind: 'page_view',
          occurred_at: '2026-09-01T12:34:56.000Z',
          visitor_id: 'customer-4711',
          ip: '143.164.1.10',
          user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
          url: 'https://shop.example/pricing',
          title: 'Pricing',
        },
      ],
    },
  },
  async handle({ ctx, account, body }) {
    const { accepted, rejected, entries } = readServerEvents(body.events, ctx.clock.now().getTime());
    await Promise.all(entries.map((entry) => ctx.eventQueue.add(account.id, entry)));
    return {
      data: {
        type: 'collect_receipt',
        attributes: { accepted, rejected: rejected.map(({ index, title }) => ({ index, code: 'invalid_parameter', title })) },
      },
    };
  },
});
