import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { auditRetentionDays, deleteExpiredAuditEntries } from '../../server/src/domain/audit/delete-expired-audit.ts';
import { listSubjectNames } from '../../server/src/domain/audit/list-subject-names.ts';
import { withAudit } from '../../server/src/domain/audit/record-audit.ts';
import { createOauthApp, deleteOauthApp } from '../../server/src/domain/auth/oauth-apps.ts';
import { deleteUser } from '../../server/src/domain/users/delete-user.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { leadlight, testDataDir } from '../kit/server-process.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const service = await startTestService();
const { ctx, connection } = service;

type AuditPage = {
  entries: {
    action: string;
    actor: { kind: string; id: string; email: string | null };
    subject: { kind: string; id: string; name: string | null };
    detail: Record<string, unknown>;
  }[];
  next: string | null;
};

async function readAuditLog(browser: BrowserSession, accountId: string, query = ''): Promise<AuditPage> {
  const { status, body } = await browser.get<AuditPage>(`/accounts/${accountId}/audit${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

test('changes by users and programs are logged with actor and details, but without secrets', async () => {
  const account = await service.newAccount();
  const { accountId, email } = account;
  const browser = new BrowserSession(service);
  await browser.signIn(email);
  const base = `/accounts/${accountId}`;
  const sendOrFail = async (method: string, path: string, body?: unknown) => {
    const response = await browser.send<{ id: string; key?: string; token?: string; url?: string }>(method, base + path, body);
    assert.ok(response.status < 300, `${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  await sendOrFail('PATCH', '/settings', { processing: { visit_retention_days: 90, ip_storage: 'none' } });
  await sendOrFail('PATCH', '/account', { name: 'Renamed' });
  const key = await sendOrFail('POST', '/keys', { name: 'For the CRM', scopes: ['companies:read'] });
  await sendOrFail('DELETE', `/keys/${key.id}`);
  const token = await sendOrFail('POST', '/tokens', { name: 'For the connector' });
  await sendOrFail('PATCH', `/tokens/${token.id}`, { disabled: true });
  await sendOrFail('DELETE', `/tokens/${token.id}`);
  const invitation = await sendOrFail('POST', '/invitations', { email: 'new@acme.example', role: 'viewer' });
  await sendOrFail('DELETE', `/invitations/${invitation.id}`);
  const rule = await sendOrFail('POST', '/corrections', { target: '192.0.2.0/24', effect: 'ignore' });
  await sendOrFail('DELETE', `/corrections/${rule.id}`);
  const goal = await sendOrFail('POST', '/goals', {
    name: 'Asked for a call',
    kind: 'page',
    match: { operator: 'is', value: '/asked' },
    value: null,
    active: true,
  });
  await sendOrFail('DELETE', `/goals/${goal.id}`);
  const tag = await sendOrFail('POST', '/tags', { name: 'Hot', color: 1 });
  await sendOrFail('DELETE', `/tags/${tag.id}`);
  const call = v1Client(service, account);
  const feed = await call(`/v1/web-visits/custom-feeds?account_id=${accountId}`, {
    body: {
      data: {
        type: 'custom_feed',
        attributes: { name: 'Big', filters: { all: [{ field: 'pageviews', operator: 'gt', values: ['3'], excluded: false }] } },
      },
    },
  });
  assert.equal(feed.status, 201, JSON.stringify(feed.body));
  await call(`/v1/web-visits/custom-feeds/${feed.body.data.id}?account_id=${accountId}`, { method: 'DELETE' });

  const write = async (type: string, path: string, method: string, attributes: object) => {
    const response = await call(`/v1/${path}?account_id=${accountId}`, { method, body: { data: { type, attributes } } });
    assert.ok(response.status < 300, `${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body.data.id;
  };
  const persona = await write('buyer_persona', 'buyer-personas', 'POST', { name: 'Buyers', departments: ['sales_department'] });
  await write('buyer_persona', `buyer-personas/${persona}`, 'PATCH', { name: 'Sellers' });
  const icp = await write('icp', 'icps', 'POST', { name: 'Big ones', filters: { location: [{ country_code: 'DE' }] } });
  await write('icp', `icps/${icp}`, 'PATCH', { description: 'in Germany' });

  const { entries } = await readAuditLog(browser, accountId);
  const namesOf = (kind: string) => [...new Set(entries.filter(({ subject }) => subject.kind === kind).map(({ subject }) => subject.name))];
  const kinds = ['persona', 'icp', 'user', 'goal', 'tag', 'feed', 'session'];
  assert.deepEqual(
    kinds.map(namesOf),
    [['Sellers'], ['Big ones'], [email], [null], [null], [null], [null]],
    'the current names of the records that exist',
  );
  const actions = entries.map(({ action }) => action).reverse();
  assert.deepEqual(actions, [
    'account.created',
    'user.created',
    'token.created',
    'key.created',
    'session.created',
    'settings.changed',
    'account.changed',
    'key.created',
    'key.revoked',
    'token.created',
    'token.disabled',
    'token.revoked',
    'invitation.created',
    'invitation.revoked',
    'correction.created',
    'correction.deleted',
    'goal.created',
    'goal.deleted',
    'tag.deleted',
    'feed.created',
    'feed.deleted',
    'persona.created',
    'persona.changed',
    'icp.created',
    'icp.changed',
  ]);
  const entryOf = (action: string) => required(entries.find((entry) => entry.action === action));
  assert.deepEqual(entryOf('persona.changed').detail, { name: { from: 'Buyers', to: 'Sellers' } });
  assert.deepEqual(entryOf('icp.changed').detail, { description: { from: null, to: 'in Germany' } });
  assert.deepEqual(entryOf('settings.changed').detail, {
    ip_storage: { from: 'truncated', to: 'none' },
    visit_retention_days: { from: 730, to: 90 },
  });
  assert.deepEqual([entryOf('settings.changed').actor.kind, entryOf('settings.changed').actor.email], ['user', email]);
  assert.deepEqual([entryOf('feed.deleted').actor.kind, entryOf('feed.deleted').actor.email], ['api_key', email]);
  assert.match(entryOf('feed.deleted').actor.id, /^\d+$/);

  const all = JSON.stringify(entries);
  for (const secret of [
    required(key.key),
    required(token.token),
    itemAt(required(invitation.url).split('#'), 1),
    'correct horse',
    account.key,
    account.token,
  ])
    assert.ok(!all.includes(secret));
  assert.deepEqual(
    (await readAuditLog(browser, accountId, '?action=key')).entries.map(({ action }) => action),
    ['key.revoked', 'key.created', 'key.created'],
  );
});

test('the audit log is paginated and searchable, refused to viewers and other accounts, and remains after a user is deleted', async () => {
  const account = await service.newAccount();
  const stranger = await service.newAccount({ role: 'viewer' });
  const app = await createOauthApp(ctx, { accountId: account.accountId, name: 'App', redirectUris: ['https://x.example/cb'] });
  for (let index = 0; index < 50; index++)
    await sql`select record_audit(${JSON.stringify([{ account_id: account.accountId, id: index + 1, happened_at: '2026-01-01', actor_kind: 'service', action: 'x.y', subject_kind: 'x', subject_id: 'x', detail: {} }])}::jsonb)`.execute(
      ctx.db,
    );
  await deleteOauthApp(ctx, app.clientId);
  const browser = new BrowserSession(service);
  await browser.signIn(account.email);
  const first = await readAuditLog(browser, account.accountId);
  const second = await readAuditLog(browser, account.accountId, `?before=${first.next}`);
  assert.equal(first.entries.length, 50);
  assert.equal(second.next, null);
  assert.equal(second.entries.length, 7);
  assert.equal((await browser.get(`/accounts/${account.accountId}/audit?before=x`)).status, 400);
  const found = await readAuditLog(browser, account.accountId, `?search=${encodeURIComponent(app.clientId.toUpperCase())}`);
  assert.deepEqual(
    found.entries.map(({ action }) => action),
    ['oauth_app.deleted', 'oauth_app.created'],
  );
  assert.equal((await readAuditLog(browser, account.accountId, '?search=100%25_')).entries.length, 0, 'not wildcards');

  const other = new BrowserSession(service);
  await other.signIn(stranger.email);
  assert.equal((await other.get(`/accounts/${account.accountId}/audit`)).status, 404);
  assert.equal((await other.get(`/accounts/${stranger.accountId}/audit`)).status, 403);

  await deleteUser(ctx, stranger.email);
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where account_id = ${stranger.accountId} order by happened_at desc, id desc limit 1`.execute(ctx.db);
  assert.deepEqual(rows, [{ action: 'user.deleted' }]);
  await assert.rejects(deleteUser(ctx, account.email), /would have no owner/);
});

test('a failed change is not logged, and entries are deleted after the retention period', async () => {
  const count = async () => firstOf((await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(ctx.db)).rows).n;
  const before = await count();
  await assert.rejects(
    withAudit(
      ctx,
      () => Promise.reject(new Error('no')),
      () => ({ for: 'operator', action: 'x.y', subject: { kind: 'x', id: 'x' } }),
    ),
  );
  await assert.rejects(
    withAudit(
      ctx,
      async () => 1,
      () => ({ for: { accountId: 'no number' }, action: 'x.y', subject: { kind: 'x', id: 'x' } }),
    ),
  );
  assert.equal(await count(), before);
  const old = new Date(ctx.clock.now().getTime() - (auditRetentionDays + 1) * 86_400_000);
  await sql`update audit_log set happened_at = ${old} where action = 'x.y'`.execute(ctx.db);
  await deleteExpiredAuditEntries(ctx);
  assert.equal(await count(), before - 50);
});

test('the operator can read the audit log with a command', async () => {
  const environment = { DATABASE_URL: connection.url, DATA_DIR: testDataDir({ withIpData: false }) };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await leadlight(args, environment);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const { id } = JSON.parse(await run('account', 'create', '--name', 'By command', '--json'));
  const [entry] = JSON.parse(await run('audit', '--account', id, '--json'));
  assert.deepEqual([entry.action, entry.actor.kind, entry.account_id], ['account.created', 'command', id]);
  assert.match(await run('audit', '--action', 'account', '--limit', '1'), /^TIME +ACCOUNT +ACTOR +ACTION.*\n.*account\.created/);
  const { code, stderr } = await leadlight(['audit', '--since', 'yesterday'], environment);
  assert.equal(code, 1);
  assert.match(stderr, /^[^\n]+\n$/);
});

test('the names of companies are those of the leads of the account, and those of other records of the account itself', async () => {
  const [own, other] = [await service.newAccount(), await service.newAccount()];
  await sql`insert into companies (id, name, origin, updated_at) values (700000001, 'Kärcher', 'import', now())`.execute(ctx.db);
  await sql`insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views)
    values (${own.accountId}, 700000001, now(), now(), 1, 1)`.execute(ctx.db);
  await sql`insert into tags (account_id, id, name, color) values (${own.accountId}, 700000002, 'Hot', 1)`.execute(ctx.db);
  const subjects = [
    { kind: 'company', id: '700000001' },
    { kind: 'tag', id: '700000002' },
    { kind: 'company', id: 'no number' },
    { kind: 'unknown', id: '1' },
  ];
  assert.deepEqual(
    [...(await listSubjectNames(ctx, own.accountId, subjects))],
    [
      ['company 700000001', 'Kärcher'],
      ['tag 700000002', 'Hot'],
    ],
  );
  assert.equal((await listSubjectNames(ctx, other.accountId, subjects)).size, 0);
});
