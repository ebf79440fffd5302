import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { backupSchedule } from './db/backup/backup-schedule.ts';
import { type Connection, connect } from './db/connect.ts';
import { createIds } from './db/ids.ts';
import type { AccountBinding } from './db/row-level-security/find-account-binding.ts';
import { sampleSource } from './demo/sample-source.ts';
import { companyLoader } from './domain/companies/load-company.ts';
import type { Context } from './domain/context.ts';
import { reportFormat } from './earlier/report-format.ts';
import { aiProviders } from './providers/ai/ai-providers.ts';
import { fileStore } from './providers/file-store.ts';
import { jobQueue } from './providers/job-queue.ts';
import { logoSources } from './providers/logos/logo-sources.ts';
import { identityProvider } from './providers/oidc/identity-provider.ts';
import { createOutgoing } from './providers/outgoing/create-outgoing.ts';
import { passkeyVerifier } from './providers/passkeys/passkey-verifier.ts';
import { secretBox } from './providers/secret-box.ts';

/** Days of visits in a sample account. */
const sampleDays = 14;

export type OpenContext = { ctx: Context; connection: Connection; close(): Promise<void> };

/** Builds the Context from an open, migrated database. */
export function openContext(
  config: Config,
  databaseUrl: string,
  log: Logger,
  name: string,
  accountBinding: AccountBinding | null = null,
): OpenContext {
  const connection = connect(databaseUrl, {
    connections: config.databaseConnections,
    name,
    accountBinding,
    // Logs only the message, because the error contains the client with the key that cancels its statements.
    onError: ({ message }) => log.warn({ reason: message }, 'A database connection failed'),
  });
  const clock = { now: () => new Date() };
  const backups = backupSchedule(config, databaseUrl);
  const logos = logoSources(config);
  const ctx: Context = {
    db: connection.db,
    ...(connection.requestDatabases && { requestDatabases: connection.requestDatabases }),
    clock,
    ids: createIds(Date.now),
    jobs: jobQueue,
    files: fileStore(join(config.dataDir, 'exports')),
    secrets: secretBox(config),
    ...(config.oidcIssuer !== null && { identityProvider: identityProvider({ ...config, oidcIssuer: config.oidcIssuer }) }),
    passkeys: passkeyVerifier(log),
    reportFormat,
    log,
    companyLoader: companyLoader(),
    outgoing: createOutgoing(config),
    ...(logos && { logos }),
    samples: sampleSource(config.dataDir, sampleDays),
    inboxLimit: config.inboxLimit,
    ...(backups && { backups }),
    ...(config.aiUrl !== null && aiProviders({ url: config.aiUrl, key: config.aiKey, model: config.aiModel })),
  };
  return { ctx, connection, close: () => connection.close() };
}
