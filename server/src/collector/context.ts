import type { Config } from '../config.ts';
import type { Context } from '../domain/context.ts';
import type { InboxWriter } from '../domain/ingestion/inbox-writer.ts';
import type { FloodGate } from './flood-gate.ts';
import type { ScriptDirectory } from './script-directory.ts';

export type CollectorContext = Context & {
  config: Pick<Config, 'publicUrl'>;
  inbox: InboxWriter;
  flood: FloodGate;
  scripts: ScriptDirectory;
};
