import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Logger, run } from 'graphile-worker';
import { crontab, jobs } from '../../server/src/jobs/index.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { pool } = service.connection;

test('daily jobs that were due while the service was stopped run when it starts again', async () => {
  const daily = jobs.filter(({ schedule }) => schedule !== undefined && /^\d+ \d+ /.test(schedule)).map(({ name }) => name);
  assert.ok(daily.includes('delete-expired-visits') && daily.includes('delete-expired-addresses'), daily.join());
  await pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     select name, now() - interval '9 days', now() - interval '2 days' from unnest($1::text[]) as name
     on conflict (identifier) do update set last_execution = excluded.last_execution`,
    [daily],
  );
  const started = new Set<string>();
  const taskList = Object.fromEntries(jobs.map(({ name }) => [name, async () => void started.add(name)]));
  const logger = new Logger(() => () => {});
  const runner = await run({ pgPool: pool, taskList, crontab: crontab(jobs), noHandleSignals: true, logger });
  try {
    await until(async () => daily.every((name) => started.has(name)));
  } finally {
    await runner.stop();
  }
});
