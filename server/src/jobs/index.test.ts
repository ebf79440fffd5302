import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobs } from './index.ts';

test('each slow job has a separate runner', () => {
  const separate = jobs.filter((job) => job.ownConcurrency !== undefined).map(({ name }) => name);
  assert.deepEqual(separate.sort(), [
    'back-up',
    'load-site-icon',
    'mail-notification',
    'mail-password-reset',
    'push-automation',
    'run-record-job',
    'send-delivery',
    'send-digest',
    'work-on-import',
  ]);
});
