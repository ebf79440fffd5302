import type { Config } from '../config.ts';
import type { Context } from '../domain/context.ts';
import type { EventQueueWriter } from '../domain/ingestion/event-queue/event-queue-writer.ts';
import type { RequestObserver } from '../http/request-observer.ts';
import type { CollectRequest } from './collect-request.ts';
import type { RateLimit } from './rate-limit.ts';
import type { ScriptDirectory } from './script-directory.ts';

export type CollectorContext = Context & {
  config: Pick<Config, 'publicUrl' | 'collectHttp'>;
  eventQueue: EventQueueWriter;
  rateLimit: RateLimit;
  scripts: ScriptDirectory;
  /** The client address of a request, taking trusted proxies into account. */
  addressOf(request: CollectRequest): string;
  /** Called for every response that bypassed fastify. */
  responded: RequestObserver['responded'];
};
