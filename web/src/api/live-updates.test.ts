import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedKinds, isAffected } from './live-updates.ts';

test('a change of events affects only queries that show events; a message without kinds affects all queries of visits', () => {
  assert.ok(isAffected(['/accounts/1', '/data-flow?from=2026-10-01'], changedKinds('{"kinds":["events"]}')));
  assert.ok(!isAffected(['/accounts/1', '/leads?from=2026-10-01'], changedKinds('{"kinds":["events"]}')));
  assert.ok(isAffected(['/accounts/1', '/leads?from=2026-10-01'], changedKinds('{"mark":"5"}')));
});

test('new visits and events affect leads, feeds and figures, but not settings', () => {
  const base = '/accounts/1';
  for (const path of ['/leads?from=2026-10-01', '/feeds', '/overview?from=2026-10-01', '/companies/5/visits'])
    assert.ok(isAffected([base, path], ['visits', 'events']), path);
  for (const path of ['/members', '/settings', '/custom-fields?scope=company', '/audit?before=5'])
    assert.ok(!isAffected([base, path], ['visits', 'events']), path);
});
