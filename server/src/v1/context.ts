import type { Config } from '../config.ts';
import type { Context } from '../domain/context.ts';
import type { Identifier } from '../domain/identification/identifier.ts';
import type { InboxWriter } from '../domain/ingestion/inbox/inbox-writer.ts';
import type { Gazetteer } from '../domain/reference/gazetteer.ts';

export type V1Context = Context & {
  config: Pick<Config, 'publicUrl' | 'requestTimeoutSeconds' | 'earlierAliases'>;
  inbox: InboxWriter;
  identifier: Identifier;
  gazetteer(): Promise<Gazetteer>;
};
