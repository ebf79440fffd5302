import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { sql } from 'kysely';
import { importCompanies } from '../../server/src/domain/imports/import-companies.ts';
import { getImportRun, openImportRun, runProgressRecorder } from '../../server/src/domain/imports/import-runs.ts';
import { type ImportOptions, runImport } from '../../server/src/domain/imports/run-import.ts';
import { errorCode } from '../../server/src/lib/error-code.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { ctx } = service;
const { pool } = service.connection;

type Line = Record<string, string>;

let runCount = 0;

/** Imports lines in batches of two. `onWait` is called when a batch starts to wait for the previous one. */
async function importInPairs(lines: readonly Line[], onBatch: ImportOptions['onBatch'] = async () => {}, onWait = () => {}) {
  const run = await openImportRun(ctx, { kind: 'companies', format: null, fileName: 'pairs.csv', fingerprint: `pairs ${++runCount}` });
  const record = runProgressRecorder(run);
  const importer: typeof importCompanies = {
    ...importCompanies,
    batchSize: 2,
    async writeAll(trxCtx, rows, importId, state) {
      const waitForEarlier = () => {
        onWait();
        return state.waitForEarlier();
      };
      return (await importCompanies.writeAll?.(trxCtx, rows, importId, { ...state, waitForEarlier })) ?? [];
    },
  };
  const records = Readable.from(lines.map((fields, index) => ({ line: index + 2, fields })));
  const report = runImport(ctx, importer, records, {
    dryRun: false,
    importId: run.id,
    onBatch: async (trx, outcomes) => {
      await onBatch(trx, outcomes);
      await record(trx, outcomes);
    },
  });
  return { id: run.id, report };
}

function companiesNamed(name: string, count: number): Line[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index}`,
    domain: `${name.toLowerCase()}-${index}.com`,
    city: `Town ${index}`,
  }));
}

async function companiesLike(domain: string): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    "select name || ', ' || coalesce(city, '') as text from companies where domain like $1 order by domain",
    [domain],
  );
  return rows.map(({ text }) => text);
}

test('a batch is written before the previous one is committed, and committed after it', async () => {
  const secondWaits = Promise.withResolvers<void>();
  const stored: number[] = [];
  let waits = 0;
  const { report } = await importInPairs(
    companiesNamed('Parallel', 6),
    async (_trx, outcomes) => {
      if (stored.length === 0) await secondWaits.promise;
      stored.push(...outcomes.map(({ line }) => line));
    },
    () => {
      if (++waits === 2) secondWaits.resolve();
    },
  );
  assert.equal((await report).added, 6);
  assert.deepEqual(stored, [2, 3, 4, 5, 6, 7]);
  assert.equal((await companiesLike('parallel-%')).length, 6);
});

test('lines about the same company in different batches are stored in the order of the file', async () => {
  const [lineA, lineB, lineC, lineD] = companiesNamed('Repeated', 4) as [Line, Line, Line, Line];
  const first = await importInPairs([lineA, { ...lineB, external_id: 'repeated:1' }, { ...lineA, city: 'Later' }, lineC]);
  assert.deepEqual([(await first.report).added, (await first.report).updated], [3, 1]);
  assert.equal((await companiesLike('repeated-0.com'))[0], 'Repeated 0, Later');
  // The company is found by its external id in one batch, and by its domain in the next.
  const second = await importInPairs([
    { external_id: 'repeated:1', city: 'Once' },
    lineC,
    { domain: 'repeated-1.com', city: 'Twice' },
    lineD,
  ]);
  assert.deepEqual([(await second.report).added, (await second.report).updated], [1, 3]);
  assert.equal((await companiesLike('repeated-1.com'))[0], 'Repeated 1, Twice');
});

test('an import fails if its last batch fails', async () => {
  const { report } = await importInPairs(companiesNamed('Last', 2), async () => {
    throw new Error('killed');
  });
  await assert.rejects(report, /killed/);
});

test('if a batch fails, the next one is not stored either; if the error is transient, both are retried and stored', async () => {
  const failing = async (name: string, error: Error) => {
    let [batches, waits] = [0, 0];
    const secondWaits = Promise.withResolvers<void>();
    return importInPairs(
      companiesNamed(name, 4),
      async () => {
        if (batches++ > 0) return;
        await secondWaits.promise;
        throw error;
      },
      () => {
        if (++waits === 2) secondWaits.resolve();
      },
    );
  };
  const failed = await failing('Failing', new Error('killed'));
  await assert.rejects(failed.report, /killed/);
  assert.deepEqual(await companiesLike('failing-%'), []);
  const { lastLine, added } = await getImportRun(ctx, failed.id);
  assert.deepEqual([lastLine, added], [0, 0]);
  const retried = await failing('Retried', Object.assign(new Error('deadlock'), { code: '40P01' }));
  assert.equal((await retried.report).added, 4);
  const after = await getImportRun(ctx, retried.id);
  assert.deepEqual([after.lastLine, after.read, after.added], [5, 4, 4]);
  assert.equal((await companiesLike('retried-%')).length, 4);
});

test('a deadlock between two batches and another connection is detected, and the import completes', async () => {
  const other = await pool.connect();
  try {
    await other.query("begin; set local deadlock_timeout = '10ms'");
    await other.query("select pg_advisory_xact_lock(hashtextextended('held by the other', 0))");
    let batches = 0;
    const { report } = await importInPairs(companiesNamed('Crossed', 4), async (trx) => {
      if (batches++ > 0) return;
      await sql`select pg_advisory_xact_lock(hashtextextended('held by the other', 0))`.execute(trx);
    });
    await until(async () => (await countWaitingForLock(ctx.db)) === 2);
    // The second batch has added the domain and waits for the first, which waits for this connection.
    await assert.rejects(other.query("insert into company_domains values ('crossed-2.com', 1)"), (error) => errorCode(error) === '40P01');
    await other.query('rollback');
    assert.equal((await report).added, 4);
  } finally {
    other.release();
  }
});
