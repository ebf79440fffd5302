import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SoakAccount } from './soak-clients.ts';
import { companyDomains, versionedTotals } from './soak-compare.ts';

const pages = [
  [visitorCompany('1', 'one.example', 2), visitorCompany('2', 'two.example', 3)],
  [visitorCompany('2', 'two.example', 4), visitorCompany('3', 'three.example', 1)],
];

function visitorCompany(id: string, domain: string, visits: number) {
  return { attributes: { visits, page_views: visits }, relationships: { company: { id, attributes: { domain } } } };
}

/** Responds with the requested page. */
async function sendWithRetries(_kind: string, path: string) {
  const page = Number(new URL(path, 'http://localhost').searchParams.get('page[num]') ?? 1);
  return { status: 200, text: JSON.stringify({ data: pages[page - 1], meta: { pagination: { page_count: pages.length } } }) };
}

const account = { accountId: '1', key: 'key' } as SoakAccount;
const days = { start: '2026-10-01', end: '2026-10-02' };

test('domains and totals of companies are read from all pages', async () => {
  const requests = { sendWithRetries };
  assert.deepEqual(Object.fromEntries(await companyDomains(requests as never, account, days)), {
    1: 'one.example',
    2: 'two.example',
    3: 'three.example',
  });
  assert.deepEqual(await versionedTotals(requests as never, account, days), {
    'one.example': [2, 2],
    'two.example': [7, 7],
    'three.example': [1, 1],
  });
});
