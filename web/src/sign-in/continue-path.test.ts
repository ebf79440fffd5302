import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continuePath } from './continue-path.ts';

const pathIn = (path: string) => continuePath(`?${new URLSearchParams({ failed: 'expired', continue: path })}`);

test('the sign-in page continues with an authorization request or a page of the application', () => {
  for (const path of ['/oauth/interaction/a-B_1', '/leads?q=pumps+and+valves&feed=*', '/companies/12?filters=%7B%22a%22%3A%5B%5D%7D'])
    assert.equal(pathIn(path), path);
});

test('the sign-in page continues only within this service', () => {
  for (const path of [
    '',
    'leads',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/x',
  ])
    assert.equal(pathIn(path), null, path);
  assert.equal(continuePath(''), null);
});
