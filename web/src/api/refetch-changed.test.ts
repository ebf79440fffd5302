import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { changeKinds, isAffected, readChange } from './changes.ts';
import { refetchChanged } from './refetch-changed.ts';
import { send } from './request.ts';

const base = '/accounts/1';
const leads = '/leads?from=2026-10-01';

test('a change affects only the queries that show data of its kind', () => {
  const kindsOf = (path: string) => changeKinds.filter((kind) => isAffected([base, path], [kind]));
  for (const path of ['/overview?from=2026-10-01', '/live']) assert.deepEqual(kindsOf(path), ['visits'], path);
  for (const path of ['/trends', '/goals/5/funnel', '/campaigns', '/goal-results'])
    assert.deepEqual(kindsOf(path), ['visits', 'changes'], path);
  for (const path of [leads, '/companies/5/insights', 'company-timeline', 'list-members', '/feeds/5/alerts'])
    assert.deepEqual(kindsOf(path), ['leads', 'changes'], path);
  for (const path of ['/members', '/settings', '/custom-fields?scope=company', '/goals'])
    assert.deepEqual(kindsOf(path), ['changes'], path);
  assert.deepEqual(kindsOf('/feeds'), ['leads', 'counts', 'changes']);
  assert.deepEqual(kindsOf('/data-flow?from=2026-10-01'), ['changes', 'events']);
});

test('a message without kinds affects all queries', () => {
  for (const path of [leads, '/overview', '/data-flow', '/members']) assert.ok(isAffected([base, path], readChange('{"mark":"5"}').kinds));
});

test('queries are refetched with the version of the change, other requests have none, and a page ignores its own changes', async (t) => {
  const requests: string[] = [];
  mock.method(globalThis, 'fetch', async (path: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
    requests.push([method, path.replace(`/app/api${base}`, ''), headers['x-data-version'] ?? ''].join(' ').trim());
    return new Response('[]', { headers: { 'content-type': 'application/json', ...(method === 'PATCH' && { 'x-change-mark': 'm2' }) } });
  });
  t.after(() => mock.restoreAll());
  const queryClient = new QueryClient();
  for (const path of ['/feeds', '/overview']) {
    const observer = new QueryObserver(queryClient, { queryKey: [base, path], queryFn: () => send(base, `GET ${path}`) });
    t.after(observer.subscribe(() => {}));
  }
  const settle = async () => {
    while (queryClient.isFetching() > 0) await new Promise((resolve) => setImmediate(resolve));
    return requests.splice(0);
  };
  assert.deepEqual(await settle(), ['GET /feeds', 'GET /overview']);
  refetchChanged(queryClient, base, readChange('{"kinds":["visits"],"version":"v1","mark":"m1"}'));
  assert.deepEqual(await settle(), ['GET /overview v1']);
  refetchChanged(queryClient, base, readChange('{"kinds":["counts","changes"],"version":"v2","mark":"m1"}'));
  assert.deepEqual(await settle(), ['GET /feeds v2']);
  await send(base, 'PATCH /leads', { body: {} });
  refetchChanged(queryClient, base, readChange('{"kinds":["changes"],"version":"v3","mark":"m2"}'));
  assert.deepEqual(await settle(), ['PATCH /leads']);
  await queryClient.refetchQueries({ queryKey: [base, '/feeds'] });
  assert.deepEqual(await settle(), ['GET /feeds']);
});
