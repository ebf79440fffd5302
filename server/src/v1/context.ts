import type { Config } from '../config.ts';
import type { Context } from '../domain/context.ts';
import type { Identifier } from '../domain/identification/identifier.ts';
import type { EventQueueWriter } from '../domain/ingestion/event-queue/event-queue-writer.ts';
import type { Gazetteer } from '../domain/reference/gazetteer.ts';

export type V1Context = Context & {
  config: Pick<Config, 'publicUrl' | 'requestTimeoutSeconds' | 'earlierAliases'>;
  eventQueue: EventQueueWriter;
  identifier: Identifier;
  gazetteer(): Promise<Gazetteer>;
};
