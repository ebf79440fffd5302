import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { jobs } from '../jobs/index.ts';
import {
  jobsAtOnce,
  lanesAtOnce,
  longJobsAtOnce,
  minThreadConnections,
  processConnections,
  queueConnections,
  threadConnections,
} from './database-connections.ts';
import { maxDefaultThreads } from './default-threads.ts';

const root = join(import.meta.dirname, '../../..');
const { databaseConnections } = readConfig({});

test('a process opens three pools, and two for each thread', () => {
  assert.equal(threadConnections(4), minThreadConnections);
  assert.equal(threadConnections(500), 500);
  const ofThread = minThreadConnections + queueConnections;
  assert.equal(processConnections(16, 0), 48);
  assert.equal(processConnections(16, 4), 48 + 4 * ofThread);
});

test('a thread has more connections than concurrent work', () => {
  const runners = jobs.filter(({ ownConcurrency }) => ownConcurrency !== undefined).length;
  assert.ok(minThreadConnections > 2 * (lanesAtOnce + jobsAtOnce + longJobsAtOnce) + runners);
});

test('docs/operating.md states the number of connections', () => {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  assert.ok(text.includes(`| 3 × \`DATABASE_CONNECTIONS\` (${databaseConnections}):`));
  assert.ok(text.includes(`| \`DATABASE_CONNECTIONS\`, but at least ${minThreadConnections}, and ${queueConnections} for its job queue |`));
  const total = processConnections(databaseConnections, maxDefaultThreads);
  assert.ok(
    text.includes(`With the default settings, a process with all roles and ${maxDefaultThreads} threads opens up to ${total} connections.`),
  );
});
