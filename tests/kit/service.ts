import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Logger, pino } from 'pino';
import { type Config, readConfig } from '../../server/src/config.ts';
import type { Connection } from '../../server/src/db/connect.ts';
import { databaseReadiness } from '../../server/src/db/database-readiness.ts';
import { createIds } from '../../server/src/db/ids.ts';
import { sampleSource } from '../../server/src/demo/sample-source.ts';
import { createAccount } from '../../server/src/domain/accounts/create-account.ts';
import { recordAudit } from '../../server/src/domain/audit/record-audit.ts';
import { createKey, type NewKey } from '../../server/src/domain/auth/api-keys.ts';
import { createToken } from '../../server/src/domain/auth/api-tokens.ts';
import type { Context } from '../../server/src/domain/context.ts';
import type { PipelineContext } from '../../server/src/domain/ingestion/batch.ts';
import { findWaitingLanes } from '../../server/src/domain/ingestion/lanes/find-waiting-lanes.ts';
import { processLane } from '../../server/src/domain/ingestion/lanes/process-lane.ts';
import { hashPassword } from '../../server/src/domain/passwords/passwords.ts';
import { checkRole } from '../../server/src/domain/users/roles.ts';
import { WorkerState } from '../../server/src/domain/worker-state.ts';
import { reportFormat } from '../../server/src/earlier/report-format.ts';
import { addHealth } from '../../server/src/http/health.ts';
import { createServer } from '../../server/src/http/server.ts';
import { openInterfaces, roles } from '../../server/src/interfaces.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { freePort } from '../../server/src/lib/free-port.ts';
import type { Metrics } from '../../server/src/metrics/metrics.ts';
import { aiProviders } from '../../server/src/providers/ai/ai-providers.ts';
import { fileStore } from '../../server/src/providers/file-store.ts';
import { jobQueue } from '../../server/src/providers/job-queue.ts';
import { logoSources } from '../../server/src/providers/logos/logo-sources.ts';
import { identityProvider } from '../../server/src/providers/oidc/identity-provider.ts';
import { createOutgoing } from '../../server/src/providers/outgoing/create-outgoing.ts';
import { passkeyVerifier } from '../../server/src/providers/passkeys/passkey-verifier.ts';
import { secretBox } from '../../server/src/providers/secret-box.ts';
import { testDatabase } from './database.ts';
import { testIdentifier } from './identifier.ts';

/** A service on its own database, reached through real HTTP, with a clock that the test sets. */
export type TestService = {
  url: string;
  ctx: PipelineContext;
  connection: Connection;
  clock: { now(): Date; set(time: Date | string): void; resume(): void };
  /** Runs the pipeline on everything in the event queue, like the worker. */
  drain(): Promise<void>;
  newAccount(options?: AccountOptions): Promise<TestAccount>;
  /** Stops the server before the end of the test file. */
  close(): Promise<void>;
};

type AccountOptions = { name?: string; plan?: string; timezone?: string; role?: string; credits?: number; key?: Partial<NewKey> };
export type TestAccount = { accountId: string; userId: string; email: string; token: string; key: string; scriptHash: string };

type NewUser = { accountId: string; email: string; role: string };
type ServiceOptions = { environment?: Record<string, string>; connection?: Connection; metrics?: Metrics; log?: Logger };

let accountCount = 0;

export async function startTestService(options: ServiceOptions = {}): Promise<TestService> {
  const { environment = {}, connection, metrics, log = pino({ level: process.env.TEST_LOG ?? 'silent' }) } = options;
  const cleanUps: (() => unknown)[] = [];
  // The hook is added before the first await: after that, node:test may not know which test the hook belongs to.
  after(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  const database = connection ?? (await testDatabase());
  const config: Config = readConfig({ COLLECT_RATE: '1000000', ...environment });
  const clock = testClock();
  const identifier = await testIdentifier();
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-files-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const files = fileStore(join(folder, 'exports'));
  const logos = logoSources(config);
  const ctx: PipelineContext = {
    db: database.db,
    ...(database.requestDatabases && { requestDatabases: database.requestDatabases }),
    clock,
    ids: createIds(() => clock.now().getTime()),
    jobs: jobQueue,
    files,
    secrets: secretBox({ secretKey: config.secretKey, dataDir: folder }),
    ...(config.oidcIssuer !== null && { identityProvider: identityProvider({ ...config, oidcIssuer: config.oidcIssuer }) }),
    passkeys: passkeyVerifier(log),
    reportFormat,
    log,
    identifier,
    workerState: new WorkerState(),
    outgoing: createOutgoing(config),
    ...(logos && { logos }),
    ...(config.aiUrl !== null && aiProviders({ url: config.aiUrl, key: config.aiKey, model: config.aiModel })),
    samples: sampleSource(process.env.LEADLIGHT_TEST_DATA ?? '', 2),
    ...(metrics && { counts: metrics.counts }),
  };
  const server = createServer(config, log);
  metrics?.watch(server);
  addHealth(server, [databaseReadiness(ctx.db)]);
  // The port is chosen before the server listens, because the interfaces need the URL for links.
  const port = environment.PORT === undefined ? await freePort() : config.port;
  config.publicUrl = environment.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  await openInterfaces(server, ctx, config, roles, metrics?.requestObserver);
  await server.listen({ port, host: '127.0.0.1' });
  cleanUps.push(() => server.close());
  return {
    url: `http://127.0.0.1:${port}`,
    ctx,
    connection: database,
    clock,
    async drain() {
      for (let lanes = await findWaitingLanes(ctx); lanes.length > 0; lanes = await findWaitingLanes(ctx)) {
        for (const lane of lanes) await processLane(ctx, lane);
      }
    },
    async newAccount({ name = 'Acme', plan = 'premium', timezone = 'UTC', role = 'owner', credits, key }: AccountOptions = {}) {
      const account = await createAccount(ctx, { name, plan, timezone, credits });
      const email = `person${++accountCount}-${account.id}@acme.example`;
      const userId = await addUser(ctx, { accountId: account.id, email, role });
      const { token } = await createToken(ctx, { email });
      const { key: secret } = await createKey(ctx, { email, ratePerSecond: 100_000, burst: 100_000, ...key });
      const script = await ctx.db
        .selectFrom('tracking_scripts')
        .select('script_hash')
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow();
      return { accountId: account.id, userId, email, token, key: secret, scriptHash: script.script_hash };
    },
    close: () => server.close(),
  };
}

let passwordHash: Promise<string> | null = null;

/** Adds a user with the password "correct horse battery". All users share one hash, because hashing takes longer than most tests. */
async function addUser(ctx: Context, { accountId, email, role }: NewUser): Promise<string> {
  const { db, ids, clock } = ctx;
  passwordHash ??= hashPassword('correct horse battery', []);
  const id = firstOf(await ids.records(db, 1));
  const created_at = clock.now();
  const hash = await passwordHash;
  await db.insertInto('users').values({ id, email, password_hash: hash, created_at, email_confirmed_at: created_at }).execute();
  await db
    .insertInto('memberships')
    .values({ user_id: id, account_id: accountId, role: checkRole(role), created_at })
    .execute();
  await recordAudit(ctx, db, { for: { accountId }, action: 'user.created', subject: { kind: 'user', id }, detail: { role } });
  return id;
}

/** Returns the real time until a test sets a fixed one. */
function testClock() {
  let fixed: Date | null = null;
  return {
    now: () => fixed ?? new Date(),
    set(time: Date | string) {
      fixed = new Date(time);
    },
    resume() {
      fixed = null;
    },
  };
}
