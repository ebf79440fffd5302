import type { Config } from '../config.ts';
import type { Context } from '../domain/context.ts';
import type { CompanyIdentifier } from '../domain/identification/company-identifier.ts';
import type { EventQueueWriter } from '../domain/ingestion/event-queue/event-queue-writer.ts';
import type { Gazetteer } from '../domain/reference/gazetteer.ts';

export type V1Context = Context & {
  config: Pick<Config, 'publicUrl' | 'requestTimeoutSeconds' | 'earlierAliases'>;
  eventQueue: EventQueueWriter;
  identifier: CompanyIdentifier;
  gazetteer(): Promise<Gazetteer>;
};
