import { appDoor } from './app/index.ts';
import { clientAddress } from './collector/client-address.ts';
import { collectorDoor } from './collector/index.ts';
import { RateLimit } from './collector/rate-limit.ts';
import { ScriptDirectory } from './collector/script-directory.ts';
import type { Config } from './config.ts';
import type { Context } from './domain/context.ts';
import type { Identifier } from './domain/identification/identifier.ts';
import { InboxWriter } from './domain/ingestion/inbox/inbox-writer.ts';
import { atEntrance } from './domain/within-account.ts';
import { earlierDoor } from './earlier/index.ts';
import { type DoorWatch, nobodyWatches } from './http/door-watch.ts';
import { watchFirstSegments } from './http/first-segments.ts';
import { logos } from './http/logos.ts';
import type { Server } from './http/server.ts';
import { oauthDoor } from './oauth/index.ts';
import { openGazetteer } from './providers/open-gazetteer.ts';
import { versionedDoor } from './v1/index.ts';
import { documentationDoor } from './v1/openapi/door.ts';
import { scopeTexts } from './v1/scope-texts.ts';

export const roles = ['web', 'collector', 'worker'] as const;
export type Role = (typeof roles)[number];

export type DoorContext = Context & { identifier: Identifier; inbox: InboxWriter };

/**
 * Opens the doors that the roles ask for. Their context sees only who comes in; each binds it to the account of a request. The
 * inbox takes the events of many accounts with one commit, and so acts for all.
 */
export async function openDoors(
  server: Server,
  service: Context & { identifier: Identifier },
  config: Config,
  wanted: readonly Role[],
  watch: DoorWatch = nobodyWatches,
): Promise<void> {
  const routedSegments = watchFirstSegments(server);
  const inbox = new InboxWriter(service, config);
  const ctx = atEntrance(service);
  if (wanted.includes('collector')) {
    await server.register(
      collectorDoor({
        ...ctx,
        config,
        inbox,
        rateLimit: new RateLimit(config.collectRate, () => ctx.clock.now().getTime()),
        scripts: new ScriptDirectory(ctx),
        addressOf: clientAddress(config.trustProxy),
        answered: watch.answered,
      }),
    );
  }
  if (wanted.includes('web')) await server.register(earlierDoor({ ...ctx, config }));
  if (wanted.includes('web')) await server.register(versionedDoor({ ...ctx, config, inbox, gazetteer: openGazetteer }), { prefix: '/v1' });
  if (wanted.includes('web')) await server.register(logos);
  if (wanted.includes('web')) await server.register(documentationDoor(config));
  if (wanted.includes('web')) await server.register(oauthDoor({ ...ctx, config, scopeTexts: scopeTexts() }));
  if (wanted.includes('web')) await server.register(appDoor({ ctx, config, watch, routedSegments }));
}
