import { appPlugin } from './app/index.ts';
import { clientAddress } from './collector/client-address.ts';
import { collectorPlugin } from './collector/index.ts';
import { RateLimit } from './collector/rate-limit.ts';
import { ScriptDirectory } from './collector/script-directory.ts';
import type { Config } from './config.ts';
import type { Context } from './domain/context.ts';
import type { CompanyIdentifier } from './domain/identification/company-identifier.ts';
import { EventQueueWriter } from './domain/ingestion/event-queue/event-queue-writer.ts';
import { forAuthentication } from './domain/within-account.ts';
import { earlierPlugin } from './earlier/index.ts';
import { logos } from './earlier/logos.ts';
import { noObserver, type RequestObserver } from './http/request-observer.ts';
import type { Server } from './http/server.ts';
import { watchFirstSegments } from './http/watch-first-segments.ts';
import { oauthPlugin } from './oauth/index.ts';
import { openGazetteer } from './providers/open-gazetteer.ts';
import { versionedPlugin } from './v1/index.ts';
import { documentationPlugin } from './v1/openapi/documentation.ts';

export const roles = ['web', 'collector', 'worker'] as const;
export type Role = (typeof roles)[number];

/**
 * Registers the interfaces of the given roles. Their context can only authenticate; each interface binds it to the account of a request.
 * The event queue commits events of many accounts together, so its context is not bound to an account. `drain` waits for its last commit.
 */
export async function openInterfaces(
  server: Server,
  service: Context & { identifier: CompanyIdentifier },
  config: Config,
  activeRoles: readonly Role[],
  observer: RequestObserver = noObserver,
): Promise<{ drain(): Promise<void> }> {
  const routedSegments = watchFirstSegments(server);
  const eventQueue = new EventQueueWriter(service, config);
  const ctx = forAuthentication(service);
  if (activeRoles.includes('collector')) {
    await server.register(
      collectorPlugin({
        ...ctx,
        config,
        eventQueue,
        rateLimit: new RateLimit(config.collectRate, () => ctx.clock.now().getTime()),
        scripts: new ScriptDirectory(ctx),
        addressOf: clientAddress(config.trustProxy),
        responded: observer.responded,
      }),
    );
  }
  if (activeRoles.includes('web')) {
    await server.register(earlierPlugin({ ...ctx, config }));
    await server.register(versionedPlugin({ ...ctx, config, eventQueue, gazetteer: openGazetteer }), { prefix: '/v1' });
    await server.register(logos);
    await server.register(documentationPlugin(config));
    await server.register(oauthPlugin({ ...ctx, config }));
    await server.register(appPlugin({ ctx, config, observer, routedSegments }));
  }
  return { drain: () => eventQueue.drain() };
}
