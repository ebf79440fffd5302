import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { createKey } from '../../server/src/domain/auth/api-keys.ts';
import { scopes } from '../../server/src/domain/auth/scopes.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import type { Operation } from '../../server/src/v1/operation.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { statusAndCode } from '../kit/checked-client.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

// These tests call every declared operation and check guarantees that all share, and that the response matches the declaration.
const service = await startTestService();
const { db } = service.ctx;
const account = await service.newAccount();
const foreign = await service.newAccount();
const lite = await service.newAccount({ plan: 'lite' });
const call = v1Client(service, account);
const companies = await db.selectFrom('companies').select('id').where('origin', '=', 'seed').orderBy('id').limit(2).execute();

const ErrorsBody = Compile(
  Type.Object({
    errors: Type.Array(Type.Object({ code: Type.String(), title: Type.String() }), { minItems: 1 }),
    meta: Type.Object({ request_id: Type.String() }),
  }),
);

// The examples refer to these records.
const own = { account_id: account.accountId };
await db
  .insertInto('custom_fields')
  .values({ ...own, id: 'contract_value', scope: 'company', name: 'Contract value', type: 'number', created_at: new Date() })
  .execute();
await db
  .insertInto('custom_fields')
  .values({ ...own, id: 'renewal_on', scope: 'company', name: 'Renewal', type: 'date', created_at: new Date() })
  .execute();
await db
  .insertInto('lists')
  .values({ ...own, id: '1001', kind: 'static', scope: 'company', name: 'Targets', created_at: new Date() })
  .execute();

/** Operations whose example must succeed, with the parameters of their paths. */
const mustSucceed: Record<string, Record<string, string>> = {
  listAccounts: {},
  getCurrentUser: {},
  getCompany: { id: firstOf(companies).id },
  updateCompany: { id: firstOf(companies).id },
  retrieveVisitorCompanies: {},
  createBatchRemoveFromListJob: {},
  retrieveCustomFields: {},
  createCustomField: {},
  getCustomField: { id: 'contract_value' },
  updateCustomField: { id: 'contract_value' },
  deleteCustomField: { id: 'contract_value' },
};

function pathOf(operation: Operation, query: Record<string, string>): string {
  const params = mustSucceed[operation.id] ?? operation.example?.params ?? {};
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? operation.example?.params?.[name] ?? '1'),
  );
  return `${path}?${new URLSearchParams({ ...operation.example?.query, ...query })}`;
}
const callOperation = (operation: Operation, query: Record<string, string>, more: { key?: string | null; body?: unknown } = {}) =>
  call(pathOf(operation, query), { method: operation.method, body: operation.example?.body, ...more });
const withAccount = { account_id: account.accountId };

/** Deletions come last, so that the other examples find their records. */
const deletesLast = [...operations].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

for (const operation of deletesLast) {
  const { id, scope } = operation;

  test(`${id} without a credential gets 401 with a challenge`, async () => {
    const response = await callOperation(operation, withAccount, { key: null });
    assert.deepEqual(statusAndCode(response), [401, 'missing_token']);
    assert.match(required(response.headers.get('www-authenticate')), /^Bearer realm="/);
    assert.ok(ErrorsBody.Check(response.body));
  });

  if (scope !== null) {
    test(`${id} without its scope gets 403`, async () => {
      const others = scopes.filter((other) => other !== scope);
      const { key } = await createKey(service.ctx, { email: account.email, scopes: others, ratePerSecond: 1000 });
      assert.deepEqual(statusAndCode(await callOperation(operation, withAccount, { key })), [403, 'insufficient_scope']);
    });
  }

  if (operation.account === 'required') {
    test(`${id} without an account gets 403`, async () => {
      assert.deepEqual(statusAndCode(await callOperation(operation, {})), [403, 'missing_account_id']);
    });
  }

  if (operation.account !== 'none') {
    test(`${id} for the account of another user, or an account with the lite plan, gets 403`, async () => {
      assert.deepEqual(statusAndCode(await callOperation(operation, { account_id: foreign.accountId })), [403, 'invalid_account_id']);
      assert.deepEqual(statusAndCode(await callOperation(operation, { account_id: lite.accountId }, { key: lite.key })), [
        403,
        'insufficient_entitlements',
      ]);
    });
  }

  if (operation.body) {
    test(`${id} with an unknown key in the body gets 400 with its pointer`, async () => {
      const body = { ...(operation.example?.body as object), nobody_knows_me: 1 };
      const response = await callOperation(operation, withAccount, { body });
      assert.deepEqual(statusAndCode(response), [400, 'invalid_parameter']);
      assert.ok(response.body.errors.some(({ source }) => source?.pointer === '/nobody_knows_me'));
    });
  }

  test(`${id} has a response that matches its declaration`, async () => {
    const response = await callOperation(operation, withAccount);
    assert.equal(response.headers.get('x-request-id') !== null, true);
    if (id in mustSucceed) assert.equal(response.status, operation.success ?? 200, JSON.stringify(response.body).slice(0, 500));
    assert.notEqual(response.status, 500);
    if (response.status >= 400) {
      assert.ok(ErrorsBody.Check(response.body), JSON.stringify(response.body));
      return;
    }
    assert.equal(response.status, operation.success ?? 200);
    if (!operation.data) return assert.deepEqual(response.body, {});
    const data = Compile(operation.data);
    assert.ok(data.Check(response.body.data), JSON.stringify(data.Errors(response.body.data).slice(0, 3)));
    assert.equal(response.body.meta.request_id, response.headers.get('x-request-id'));
    assert.equal(typeof response.body.meta.credits?.charged, operation.credits === undefined ? 'undefined' : 'number');
    assert.equal(response.body.meta.pagination !== undefined, operation.paging !== undefined);
    if (operation.method === 'GET') assert.match(required(response.headers.get('etag')), /^W\/"/);
  });
}
