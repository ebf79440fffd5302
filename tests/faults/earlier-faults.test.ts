import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { callEarlier } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

test('the earlier API responds to an internal error with 500 and without details', async () => {
  const service = await startTestService();
  const { accountId, token } = await service.newAccount();
  await sql`drop table visit_days`.execute(service.ctx.db);
  const response = await callEarlier(`${service.url}/accounts/${accountId}/visits?start_date=2026-09-01&end_date=2026-09-02`, { token });
  assert.equal(response.status, 500);
  assert.equal(response.text, '{"errors":[{"title":"The request could not be processed"}]}');
  assert.ok(response.headers.has('deprecation'));
});
