import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import type { CompanyIdentifier } from '../domain/identification/company-identifier.ts';
import { noFacts } from '../domain/identification/facts.ts';
import { noHostNames } from '../domain/identification/host-name-directory.ts';
import { required } from '../lib/required.ts';
import { watchIdentifier } from './watch-identifier.ts';

function identifierNamed(name: string): CompanyIdentifier {
  const verdict = { kind: 'unknown' as const, confidence: 0, company: null, network: null, evidence: [], ignored: false, facts: noFacts };
  return {
    findFacts: () => noFacts,
    refreshFacts: () => noFacts,
    identify: () => verdict,
    locate: () => null,
    blocksOf: () => [name],
    hostNames: noHostNames,
  };
}

test('new data is loaded when it is ready, and an error leaves the current data in use', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let version: string | null = 'first';
  let opened = 0;
  const source = {
    version: async () => version,
    open: async () => {
      opened++;
      if (version === 'broken') throw new Error('cannot be read');
      return identifierNamed(required(version));
    },
  };
  const watched = await watchIdentifier(source, pino({ level: 'silent' }), 1000);
  const poll = async () => {
    context.mock.timers.tick(1000);
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    return watched.identifier.blocksOf(1, 1)[0];
  };
  assert.equal(await poll(), 'first');
  assert.equal(opened, 1, 'the same data is opened once');
  version = null;
  assert.equal(await poll(), 'first');
  version = 'broken';
  assert.equal(await poll(), 'first');
  version = 'second';
  assert.equal(await poll(), 'second');
  watched.stop();
  version = 'third';
  assert.equal(await poll(), 'second');
});
