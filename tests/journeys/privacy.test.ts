import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { listAudit } from '../../server/src/domain/audit/list-audit.ts';
import { requestExport } from '../../server/src/domain/exports/request-export.ts';
import { LaneSteps } from '../../server/src/domain/lanes/lane-steps.ts';
import { targetMs } from '../../server/src/domain/lanes/step-size.ts';
import { erasePerson } from '../../server/src/domain/privacy/erase-person.ts';
import { exportPersonData, findPersonData } from '../../server/src/domain/privacy/find-person-data.ts';
import { subjectOf } from '../../server/src/domain/privacy/subject.ts';
import { updateAccountSettings } from '../../server/src/domain/settings/account-settings.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { required } from '../../server/src/lib/required.ts';
import { startCommandProcess } from '../kit/command-process.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { rollupDifferences } from '../kit/day-rollups.ts';
import { addresses, callEarlier, visit } from '../kit/earlier.ts';
import { until } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { leadlight, testDataDir } from '../kit/server-process.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const statements = recordStatements();
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { ctx, connection } = service;
const now = '2026-10-01T12:00:00Z';
service.clock.set(now);

const { rows: started } = await connection.pool.query<{ xid: string }>('select pg_current_xact_id()::xid as xid');
const { xid } = firstOf(started);

/**
 * All tables and partitions with a row that contains the text and was written since this file started, which leaves out the company directory.
 * Does not rely on the product's own list of tables with personal data.
 */
async function tablesWith(text: string, accountId?: string): Promise<string[]> {
  const { rows } = await connection.pool.query<{ name: string; hasAccount: boolean }>(`
    select format('%I.%I', schemaname, tablename) as name, exists (select 1 from information_schema.columns c
      where c.table_schema = schemaname and c.table_name = tablename and c.column_name = 'account_id') as "hasAccount"
    from pg_tables where schemaname in ('public', 'graphile_worker') order by 1`);
  const found: string[] = [];
  for (const { name, hasAccount } of rows) {
    if (accountId !== undefined && !hasAccount) continue;
    const accountCondition = accountId === undefined ? '' : `account_id = ${accountId} and`;
    const { rowCount } = await connection.pool.query(
      `select 1 from ${name} as t where ${accountCondition} age(t.xmin) <= age($2::xid) and strpos(lower(t::text), lower($1)) > 0 limit 1`,
      [text, xid],
    );
    if (required(rowCount) > 0) found.push(name);
  }
  return found;
}

type Person = { email: string; ip: string; visitor: string };

/** Stores data of a person wherever possible, and a visit of another person, which must remain. */
async function storePerson(account: TestAccount, { email, ip, visitor }: Person): Promise<void> {
  const { accountId, userId } = account;
  await updateAccountSettings(ctx, accountId, { processing: { ip_storage: 'full' } });
  const identify = { kind: 'identify', at: '2026-09-20T10:01:00Z', email, first_name: 'Pia' };
  await visit(
    service,
    account,
    {
      ip,
      visitor,
      events: [
        { at: '2026-09-20T10:00:00Z', url: `https://shop.example/?mail=${encodeURIComponent(email)}` },
        identify,
        { at: '2026-09-20T10:02:00Z', kind: 'outbound', target_url: `https://x.example/${email}` },
      ],
    },
    {
      ip: addresses.SAP,
      visitor: `other-person-${accountId}`,
      events: [{ at: '2026-09-20T11:00:00Z', referrer: `https://mail.example/?from=${email}&via=${ip}&id=${visitor}` }],
    },
  );
  const leads = await sql<{ company_id: string }>`select company_id from leads where account_id = ${accountId}`.execute(ctx.db);
  const companyId = firstOf(leads.rows).company_id;
  const [a, b, c, d] = firstItems(await ctx.ids.records(ctx.db, 4), 4);
  const words = `wrote to ${email} at ${ip} (${visitor})\n${email}\t${ip}\r\n${visitor}`;
  const inserts = [
    sql`insert into contacts (id, company_id, email, full_name, emails, updated_at) values (${a}, ${companyId}, ${email}, 'Pia P', ${JSON.stringify([{ value: email, status: 'ok' }])}, ${now})
      on conflict do nothing`,
    sql`insert into contact_overrides (account_id, contact_id, do_not_contact, found_emails, updated_at) select ${accountId}, id, true, ${JSON.stringify([email])}::jsonb, ${now} from contacts where email = ${email}`,
    sql`insert into import_changes (import_id, record_kind, record_id, is_added, before) select 1, 'contact', id, false, ${JSON.stringify({ full_name: 'Pia P', email })}::jsonb from contacts where email = ${email} on conflict do nothing`,
    sql`insert into lists (account_id, id, kind, scope, name, item_count, created_at) values (${accountId}, ${d}, 'static', 'contact', 'Callers', 1, ${now})`,
    sql`insert into list_items (account_id, list_id, item_id, added_at) select ${accountId}::bigint, ${d}::bigint, id, ${now} from contacts where email = ${email}`,
    sql`insert into notes (account_id, id, company_id, author_id, body, created_at) values (${accountId}, ${b}, ${companyId}, ${userId}, ${words}, ${now})`,
    sql`insert into activities (account_id, id, company_id, actor_id, kind, detail, happened_at) values (${accountId}, ${b}, ${companyId}, ${userId}, 'note', ${words}, ${now})`,
    sql`insert into signals (id, company_id, category, title, summary, published_at) values (${c}, ${companyId}, 'job_ads', ${words}, ${words}, ${now})`,
    sql`insert into crm_records (account_id, id, crm, record_type, external_id, name, owner_email, updated_at) values (${accountId}, ${b}, 'x', 'contact', ${email}, ${words}, ${email}, ${now})`,
    sql`insert into revealed_records (account_id, kind, record_id, revealed_at) values (${accountId}, 'ip', ${ip}, ${now})`,
    sql`insert into credit_charges (account_id, id, charged_at, kind, record_id, credits, operation, request_id) values (${accountId}, ${randomUUID()}, ${now}, 'ip', ${ip}, 1, 'x', ${randomUUID()})`,
    sql`update leads set emailed_to = array['somebody@else.example', ${email}] where account_id = ${accountId} and company_id = ${companyId}`,
    sql`insert into invitations (id, hash, account_id, email, role, created_at, expires_at) values (${d}, ${Buffer.from(randomUUID())}, ${accountId}, ${email}, 'member', ${now}, ${now})`,
    sql`insert into corrections (account_id, id, block, effect, created_at) values (${accountId}, ${b}, ${ip}::inet, 'not_a_company', ${now})`,
    sql`insert into batch_jobs (account_id, id, type, status, configuration, results, created_at) values (${accountId}, ${randomUUID()}, 'x', 'completed', ${JSON.stringify({ words })}::jsonb, ${JSON.stringify([words])}::jsonb, ${now})`,
    sql`insert into idempotency_keys (subject, key, fingerprint, created_at, status, body) values ('x', ${randomUUID()}, 'x', ${now}, 200, ${JSON.stringify({ words })})`,
    sql`insert into request_windows (subject, begins_at, requests) values (${`sign-in:${ip}:${email}`}, ${now}, 1) on conflict do nothing`,
    sql`insert into attempt_limits (subject, used, counted_at) values (${`sign-in:${ip}:${email}`}, 1, ${now}) on conflict do nothing`,
    sql`select record_audit(${JSON.stringify([{ account_id: accountId, id: b, happened_at: now, actor_kind: 'service', action: 'x.y', subject_kind: 'x', subject_id: 'x', detail: { words } }])}::jsonb)`,
    sql`select record_audit(${JSON.stringify([{ account_id: 0, id: b, happened_at: now, actor_kind: 'command', action: 'x.y', subject_kind: 'x', subject_id: 'x', detail: { words } }])}::jsonb)`,
    sql`insert into dead_letters (account_id, id, lane, received_at, failed_at, events, body, error) values (${accountId}, 1, 0, ${now}, ${now}, 1, ${`["${visitor}","${ip}" ${email}`}, ${words})`,
  ];
  for (const insert of inserts) await insert.execute(ctx.db);
  await requestExport(ctx, { accountId, userId, feedId: 'all_leads', startDate: '2026-09-01', endDate: '2026-09-30' });
  await runQueuedJobs(service);
}

/** Queues an event of the person, in a request with an event of another person. Returns the id of the person's event. */
async function queueEventOf({ accountId, key }: TestAccount, { email, ip, visitor }: Person): Promise<string> {
  const repeated = randomUUID();
  const event = (id: string, fields: object) => ({
    id,
    kind: 'page_view',
    occurred_at: '2026-10-01T11:00:00Z',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    url: 'https://shop.example/waiting',
    ...fields,
  });
  await collect(key, accountId, [
    event(repeated, { visitor_id: visitor, ip, email }),
    event(randomUUID(), { visitor_id: `other-person-${accountId}`, ip: addresses.BASF }),
  ]);
  return repeated;
}

async function collect(key: string, accountId: string, events: unknown[]) {
  const response = await v1Client(service, { key })(`/v1/collect?account_id=${accountId}`, { body: { events } });
  assert.equal(response.body.data.attributes.accepted, events.length, JSON.stringify(response.body));
}

const countVisits = async (accountId: string) =>
  firstOf((await sql<{ n: number }>`select count(*)::int as n from visits where account_id = ${accountId}`.execute(ctx.db)).rows).n;

async function assertRollupsAndApisAgree({ accountId, token, key }: TestAccount) {
  assert.deepEqual(await rollupDifferences(ctx.db, accountId, 'UTC'), []);
  const leads = await callEarlier(`${service.url}/accounts/${accountId}/leads?start_date=2026-09-01&end_date=2026-10-01`, { token });
  const companies = await v1Client(service, { key })(`/v1/web-visits/companies?account_id=${accountId}`);
  assert.equal(leads.data.length, companies.body.data.length);
}

test('an e-mail address is erased from one account, then from all accounts, and does not reappear', async () => {
  const first = await service.newAccount();
  const second = await service.newAccount();
  const person = { email: 'pia+shop@customer.example', ip: addresses.Audi, visitor: 'visitor-of-pia-1' };
  await storePerson(first, person);
  await storePerson(second, person);
  const repeated = await queueEventOf(first, person);
  await queueEventOf(second, person);
  const before = await tablesWith(person.email, first.accountId);
  for (const table of [
    'visits',
    'visitors',
    'notes',
    'inbox',
    'dead_letters',
    'audit_log',
    'contact_overrides',
    'leads',
    'invitations',
    'batch_jobs',
    'crm_records',
    'activities',
  ])
    assert.ok(before.includes(`public.${table}`), table);

  assert.ok((await tablesWith('pia%2bshop%40customer.example', first.accountId)).includes('public.pages'));

  const subject = subjectOf({ email: ' Pia+Shop@Customer.example' });
  const found = await findPersonData(ctx, { accountId: first.accountId }, subject);
  assert.ok(
    found.some(({ table, rows }) => table === 'visits' && rows === 2),
    'their own, and one that mentions them',
  );
  const certificate = await erasePerson(ctx, { accountId: first.accountId }, subject, { reference: 'case 7' });
  assert.deepEqual(await tablesWith(person.email, first.accountId), []);
  assert.deepEqual(await tablesWith('pia%2bshop%40customer.example', first.accountId), []);
  assert.ok((await tablesWith(person.email, second.accountId)).length > 10, 'the other account keeps its data');
  assert.match(firstOf(certificate.left), /^1 contacts of the shared directory/);
  assert.equal(await countVisits(first.accountId), 1, 'the visit of another person stays');
  const lists = await sql<{ items: number }>`select item_count as items from lists where account_id = ${first.accountId}`.execute(ctx.db);
  assert.deepEqual(lists.rows, [{ items: 0 }]);
  await assertRollupsAndApisAgree(first);

  // The waiting event is deleted and its repetition is a duplicate; the other person's event in the same row is processed.
  await collect(first.key, first.accountId, [
    {
      id: repeated,
      kind: 'page_view',
      occurred_at: '2026-10-01T11:00:00Z',
      visitor_id: person.visitor,
      ip: person.ip,
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      url: 'https://shop.example/waiting',
      email: person.email,
    },
  ]);
  await service.drain();
  await runQueuedJobs(service);
  assert.deepEqual(await tablesWith(person.email, first.accountId), []);
  assert.equal(await countVisits(first.accountId), 2);
  const { rows: files } = await sql<{
    file_name: string;
    status: string;
  }>`select file_name, status from export_requests where account_id = ${first.accountId}`.execute(ctx.db);
  for (const { file_name, status } of files) {
    assert.equal(status, 'processed');
    let text = '';
    for await (const chunk of required(await ctx.files.open(file_name)).read()) text += chunk;
    assert.ok(text.length > 0 && !text.includes(person.email));
  }

  const all = await erasePerson(ctx, { accountId: null }, subject);
  await service.drain();
  await runQueuedJobs(service);
  assert.deepEqual(await tablesWith(person.email), []);
  assert.deepEqual(await findPersonData(ctx, { accountId: null }, subject), []);
  assert.equal(all.removed.contacts, 1);
  await assertRollupsAndApisAgree(second);

  for (const proof of [certificate, all]) {
    const { digest, ...stated } = proof;
    assert.equal(createHash('sha256').update(JSON.stringify(stated)).digest('hex'), digest);
    assert.ok(!JSON.stringify(proof).toLowerCase().includes('pia'));
  }
  const entry = firstOf(await listAudit(ctx, { accountId: first.accountId, action: 'privacy', limit: 10 }));
  assert.equal(entry.subject.id, certificate.id);
  assert.equal(entry.detail.reference, 'case 7');
});

test('erasing an IP address or a visitor does not affect similar addresses or other visitors', async () => {
  const account = await service.newAccount();
  const person = { email: 'nils@customer.example', ip: '143.164.1.77', visitor: 'visitor-of-nils-1' };
  await storePerson(account, person);
  await visit(service, account, { ip: '143.164.1.7', visitor: 'neighbor', events: [{ at: '2026-09-21T10:00:00Z' }] });
  await queueEventOf(account, person);
  await erasePerson(ctx, { accountId: null }, subjectOf({ address: person.ip }));
  await service.drain();
  assert.deepEqual(await tablesWith(person.ip), []);
  assert.equal(await countVisits(account.accountId), 3, 'two of another person, one of the neighbor');
  await assertRollupsAndApisAgree(account);

  const again = await service.newAccount();
  const other = { email: 'olga@customer.example', ip: '143.164.1.78', visitor: 'visitor-of-olga-1' };
  await storePerson(again, other);
  await queueEventOf(again, other);
  await erasePerson(ctx, { accountId: null }, subjectOf({ visitor: other.visitor }));
  await service.drain();
  assert.deepEqual(await tablesWith(other.visitor), []);
  await assertRollupsAndApisAgree(again);

  // Truncated addresses are still distinguished by their keys.
  const truncating = await service.newAccount();
  for (const [ip, visitor] of [
    ['143.164.1.77', 'a'],
    ['143.164.1.7', 'b'],
  ] as const)
    await visit(service, truncating, { ip, visitor, events: [{ at: '2026-09-21T10:00:00Z' }] });
  await erasePerson(ctx, { accountId: truncating.accountId }, subjectOf({ address: '143.164.1.77' }));
  const { rows } = await sql<{ visitor_id: string }>`select visitor_id from visits where account_id = ${truncating.accountId}`.execute(
    ctx.db,
  );
  assert.deepEqual(rows, [{ visitor_id: 'b' }]);
  // A short visitor id is not searched for in texts.
  const { removed, redacted } = await erasePerson(ctx, { accountId: truncating.accountId }, subjectOf({ visitor: 'b' }));
  assert.deepEqual([removed, redacted], [{ visits: 1, visitors: 1 }, {}]);
});

test('an export contains no credentials, and a user only within their own accounts', async () => {
  const account = await service.newAccount();
  const stranger = await service.newAccount();
  const { accountId, email } = account;
  const subject = subjectOf({ email });
  const exportOf = async (scope: string | null) => {
    const rows: { table: string; row: Record<string, unknown> }[] = [];
    await exportPersonData(ctx, { accountId: scope }, subject, async (found) => {
      for (const row of found.rows) rows.push({ table: found.table, row: row as Record<string, unknown> });
    });
    return rows;
  };
  const feed = await ctx.ids.uuid();
  const webhook = 'https://hooks.example/services/credential';
  await sql`
    insert into custom_feeds (account_id, id, number, name, filters, alert_settings, webhook_secret, created_at, updated_at)
    values (${accountId}, ${feed}, 1, 'Feed', '{"all": []}', ${JSON.stringify({ recipients: [email], webhook })}::jsonb, 'whsec_x', ${now}, ${now})`.execute(
    ctx.db,
  );
  await sql`
    insert into invitations (id, hash, account_id, email, role, created_at, expires_at)
    values (${firstOf(await ctx.ids.records(ctx.db, 1))}, ${Buffer.from(randomUUID())}, ${accountId}, ${email}, 'member', ${now}, ${now})`.execute(
    ctx.db,
  );
  const body = JSON.stringify({ recipients: [email], webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', subscription: { webhook } });
  await sql`
    insert into idempotency_keys (subject, key, fingerprint, created_at, status, body) values ('x', ${randomUUID()}, 'x', ${now}, 200, ${body})`.execute(
    ctx.db,
  );
  for (const scope of [accountId, null]) {
    const rows = await exportOf(scope);
    assert.ok(rows.some(({ table, row }) => table === 'idempotency_keys' && String(row.body).includes('(secret)')));
    assert.doesNotMatch(JSON.stringify(rows), /whsec_M|hooks\.example/);
    assert.deepEqual(
      rows.filter(({ table }) => table === 'users').map(({ row }) => row.email),
      [email],
    );
    for (const table of ['custom_feeds', 'invitations'])
      assert.ok(
        rows.some((row) => row.table === table),
        table,
      );
    for (const { table, row } of rows)
      for (const name of Object.keys(row)) assert.doesNotMatch(name, /hash|secret|password|salt|credential/, `${table}.${name}`);
  }
  const isUser = ({ table }: { table: string }) => table === 'users';
  assert.deepEqual((await exportOf(stranger.accountId)).filter(isUser), []);
  assert.deepEqual((await findPersonData(ctx, { accountId: stranger.accountId }, subject)).filter(isUser), []);
});

test('the contacts that have an e-mail address and those that only mention it are both found', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const email = 'mia@customer.example';
  const [own, other] = firstItems(await ctx.ids.records(ctx.db, 2), 2);
  await visit(service, account, { ip: addresses.Audi, visitor: 'colleague-of-mia', events: [{ at: '2026-09-20T10:00:00Z' }] });
  const leads = await sql<{ company_id: string }>`select company_id from leads where account_id = ${accountId}`.execute(ctx.db);
  const companyId = firstOf(leads.rows).company_id;
  await sql`
    insert into contacts (id, company_id, email, full_name, title, updated_at) values
      (${own}, ${companyId}, ${email}, 'Mia M', null, ${now}),
      (${other}, ${companyId}, 'max@customer.example', 'Max M', ${`Assistant (${email})`}, ${now})`.execute(ctx.db);
  const contactsIn = async (scope: string | null) =>
    (await findPersonData(ctx, { accountId: scope }, subjectOf({ email })))
      .filter(({ table }) => table === 'contacts')
      .map(({ rows }) => rows);
  assert.deepEqual([await contactsIn(null), await contactsIn(accountId)], [[2], [1]]);
  await sql`delete from contacts where id in (${own}, ${other})`.execute(ctx.db);
});

test('visits are exported month by month, and their pages once', async () => {
  const account = await service.newAccount();
  const times = ['2026-08-25T10:00:00Z', '2026-09-10T10:00:00Z', '2026-09-11T10:00:00Z'];
  const visits = times.map((at) => ({ ip: addresses.Audi, visitor: 'visitor-of-months', events: [{ at, url: 'https://shop.example/a' }] }));
  await visit(service, account, ...visits);
  const written: [string, number][] = [];
  await exportPersonData(ctx, { accountId: account.accountId }, subjectOf({ visitor: 'visitor-of-months' }), async ({ table, rows }) => {
    if (table.includes('visits')) written.push([table, rows.length]);
  });
  assert.deepEqual(written, [
    ['visits', 1],
    ['visits', 2],
    ['pages of visits', 1],
  ]);
});

test('visit events are exported as a document, and an erasure that would corrupt them fails without changes', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const at = '2026-09-22T10:00:00.123Z';
  // A sender may use a timestamp as visitor id, and an event of another person may have the same timestamp.
  const visitor = String(Date.parse(at));
  await visit(service, account, { ip: addresses.Audi, visitor, events: [{ at: '2026-09-21T10:00:00Z' }] });
  await visit(service, account, { ip: addresses.Audi, visitor: 'neighbor', events: [{ at }] });
  const rows: unknown[] = [];
  await exportPersonData(ctx, { accountId }, subjectOf({ visitor }), async (found) => {
    if (found.table === 'visits') rows.push(...found.rows);
  });
  assert.ok(rows.length > 0);
  for (const row of rows as { events: { hits: unknown[] } }[]) assert.equal(row.events.hits.length, 1);
  await assert.rejects(erasePerson(ctx, { accountId }, subjectOf({ visitor })), /json/);
  const { rows: left } = await sql<{ hits: number }>`
    select json_array_length(events::json -> 'hits') as hits from visits where account_id = ${accountId}`.execute(ctx.db);
  assert.deepEqual(left, [{ hits: 1 }, { hits: 1 }]);
});

/** A database connection that fails before the given transaction, as if the process were killed there. */
function dbKilledBefore(transaction: number): typeof ctx.db {
  let begun = 0;
  return new Proxy(ctx.db, {
    get(target, name) {
      if (name === 'transaction' && ++begun >= transaction) throw new Error('killed');
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('many visits are erased in short steps, and an interrupted erasure can be repeated', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const [email, other] = ['zoe@customer.example', 'zoe@elsewhere.example'];
  const startMs = Date.parse('2026-08-20T00:00:00Z');
  const at = (hours: number) => new Date(startMs + hours * 3_600_000).toISOString();
  const zoe = { ip: addresses.Audi, visitor: 'visitor-of-zoe' };
  const identifyEvents = [
    { kind: 'identify', at: at(0), email },
    { kind: 'identify', at: at(3), email: other },
  ];
  const days = Array.from({ length: 5 }, (_, part) => Array.from({ length: 50 }, (_, index) => ({ at: at(3 * (50 * part + index)) })));
  await visit(service, account, { ip: addresses.Audi, visitor: 'stays', events: [{ at: at(504) }] }, { ...zoe, events: identifyEvents });
  await visit(service, account, ...days.map((events) => ({ ...zoe, events })));
  assert.equal(await countVisits(accountId), 251);
  // The transactions are: the event queue and the dead letters, twice, the rows found by key, and steps of visits. The process is killed
  // before the second step.
  for (const left of [151, 51]) {
    await assert.rejects(erasePerson({ ...ctx, db: dbKilledBefore(7) }, { accountId }, subjectOf({ email })), /killed/);
    assert.equal(await countVisits(accountId), left);
    await assertRollupsAndApisAgree(account);
  }
  const { removed } = await erasePerson(ctx, { accountId }, subjectOf({ email }));
  assert.deepEqual([removed.visits, removed.visitors], [50, 1]);
  assert.deepEqual([await tablesWith(email, accountId), await tablesWith(other, accountId)], [[], []]);
  await assertRollupsAndApisAgree(account);
});

test('the event queue is searched page by page, and salts are read once per page and never created', async () => {
  const account = await service.newAccount();
  const { accountId, key } = account;
  const visitor = 'visitor-of-tom';
  const event = (fields: object) => ({
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: '2026-09-30T11:00:00Z',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    url: 'https://shop.example/waiting',
    ...fields,
  });
  const cookieless = Array.from({ length: 40 }, (_, index) => event({ ip: `143.164.2.${index}` }));
  await collect(key, accountId, [...cookieless, event({ visitor_id: visitor, ip: '143.164.2.50' })]);
  await sql`
    insert into dead_letters (account_id, id, lane, received_at, failed_at, events, body, error)
    select account_id, number, lane, received_at, received_at, events, body, 'failed' from inbox cross join generate_series(1, 150) as number
    where account_id = ${accountId}`.execute(ctx.db);
  const readSalts = () => sql`select day from visitor_salts order by day`.execute(ctx.db);
  const before = (await readSalts()).rows;
  let from = statements.length;
  const sent = (pattern: RegExp) => statements.slice(from).filter(({ text }) => pattern.test(text)).length;
  const found = await findPersonData(ctx, { accountId }, subjectOf({ visitor }));
  const waiting = found.find(({ table }) => table === 'dead_letters');
  assert.ok(required(waiting).rows >= 150);
  assert.ok(sent(/visitor_salts/) <= 4, `${sent(/visitor_salts/)} statements`);

  from = statements.length;
  const { removed, redacted } = await erasePerson(ctx, { accountId }, subjectOf({ visitor }));
  assert.equal((removed.dead_letters ?? 0) + (redacted.dead_letters ?? 0), required(waiting).rows);
  assert.ok(sent(/from "dead_letters" where .* limit/s) > 2);
  assert.deepEqual(await tablesWith(visitor, accountId), []);
  assert.deepEqual((await readSalts()).rows, before);
});

test('contacts are searched once for all accounts', async () => {
  await service.newAccount();
  const from = statements.length;
  await findPersonData(ctx, { accountId: null }, subjectOf({ email: 'nobody@customer.example' }));
  const texts = statements.slice(from).map(({ text }) => text);
  assert.equal(texts.filter((text) => text.includes('from contacts where lower(email)')).length, 1);
});

test('LaneSteps lets the pipeline use the lanes once its steps have held them for the target time', async (t) => {
  const account = await service.newAccount();
  const { accountId } = account;
  await queueEventOf(account, { email: 'uwe@customer.example', ip: addresses.SAP, visitor: 'visitor-of-uwe' });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const stored: number[] = [];
  const steps = new LaneSteps(ctx, accountId, async () => {
    await service.drain();
    stored.push(await countVisits(accountId));
  });
  const short = () => steps.run(async () => {});
  await short();
  await short();
  assert.deepEqual(stored, []);
  await steps.run(async () => {
    nowMs += targetMs;
  });
  await short();
  await short();
  assert.deepEqual(stored, [2]);
});

test('an export is created again if a character of the e-mail address is split between two chunks of its file', async () => {
  const { accountId, userId } = await service.newAccount();
  await requestExport(ctx, { accountId, userId, feedId: 'all_leads', startDate: '2026-09-01', endDate: '2026-09-30' });
  await runQueuedJobs(service);
  const { file_name } = await ctx.db
    .selectFrom('export_requests')
    .select('file_name')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  // The first byte of "ü" is the last of the first 64 KiB.
  const text = '\njürgen@customer.example\n';
  const file = await ctx.files.create();
  await file.write('x'.repeat(65_536 - 1 - text.indexOf('ü')) + text);
  await file.finish(required(file_name));
  const { exports_recreated } = await erasePerson(ctx, { accountId }, subjectOf({ email: text }));
  assert.equal(exports_recreated, 1);
});

test('the pattern of a subject matches only the exact identifier, even if it is URL-encoded', () => {
  const matches = (given: Parameters<typeof subjectOf>[0], text: string) => new RegExp(required(subjectOf(given).pattern), 'i').test(text);
  assert.ok(matches({ email: 'bo@x.example' }, 'mail=bo%40x.example&y'));
  assert.ok(matches({ email: 'bo@x.example' }, 'u%3Dbo@x.example.'));
  assert.ok(matches({ email: 'bo+news@x.example' }, 'mail=bo%2Bnews%40x.example'));
  for (const subject of [{ email: 'bo@x.example' }, { visitor: 'visitor-of-bo' }, { address: '192.0.2.7' }, { address: '2001:db8::7' }])
    for (const before of ['\n', '\t', '\u0001'])
      assert.ok(matches(subject, JSON.stringify(`to:${before}${Object.values(subject)[0]}`)), JSON.stringify([before, subject]));
  for (const text of ['jimbo@x.example', 'bo@x.example.org', 'a.bo@x.example', 'bo@x.examples'])
    assert.ok(!matches({ email: 'bo@x.example' }, text), text);
  for (const text of ['1192.0.2.7', '192.0.2.77', '10.192.0.2.7']) assert.ok(!matches({ address: '192.0.2.7' }, text), text);
  assert.ok(matches({ address: '192.0.2.7' }, '::ffff:192.0.2.7'));
  assert.throws(() => subjectOf({ email: 'a@b.co', visitor: 'x' }), /exactly one/);
  assert.throws(() => subjectOf({ address: '300.1.1.1' }), /is not an IPv4 or IPv6 address/);
});

const runCommand = startCommandProcess();

test('the privacy commands find, export and erase data of a person while a server is running, including files and logs', async () => {
  const account = await service.newAccount();
  const person = { email: 'rita@customer.example', ip: '143.164.1.79', visitor: 'visitor-of-rita-1' };
  await storePerson(account, person);
  await queueEventOf(account, person);
  const DATA_DIR = testDataDir({ withIpData: false });
  mkdirSync(join(DATA_DIR, 'logs'));
  mkdirSync(join(DATA_DIR, 'exports'));
  const line = `DETAIL: Key (email)=(${person.email}) exists.\n`;
  writeFileSync(join(DATA_DIR, 'logs/postgres.log'), `${'x'.repeat(1024 * 1024 - 20)}${line}${line}`);
  writeFileSync(join(DATA_DIR, 'exports/abc.part'), person.email);
  const environment = { DATABASE_URL: connection.url, DATA_DIR };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(['privacy', ...args, '--json'], environment);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const { found, files } = await run('find', '--email', person.email, '--all');
  assert.deepEqual(files, ['exports/abc.part', 'logs/postgres.log']);
  assert.ok(found.some(({ table, rows }: { table: string; rows: number }) => table === 'contacts' && rows === 1));

  const out = join(DATA_DIR, '..', 'rita.json');
  await run('export', '--email', person.email, '--account', account.accountId, '--out', out);
  const exported: { found: { table: string; rows: Record<string, unknown>[] }[] } = JSON.parse(readFileSync(out, 'utf8'));
  const tables = new Map(exported.found.map(({ table, rows }) => [table, rows]));
  for (const table of ['visits', 'visitors', 'contacts', 'notes', 'inbox', 'pages of visits'])
    assert.ok(getOrThrow(tables, table).length > 0, table);
  assert.ok(getOrThrow(tables, 'visits').some((row) => row.visitor_id === person.visitor));

  const errorText = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(['privacy', ...args], environment);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^[^\n]+\n$/);
    return stderr;
  };
  const eraseTo = ['erase', '--email', person.email, '--all', '--certificate'];
  assert.match(await errorText(...eraseTo, out), /rita\.json already exists: choose another name/);
  assert.match(await errorText(...eraseTo, join(DATA_DIR, 'x'.repeat(300))), /cannot be written \(the name is too long\)/);
  assert.ok((await tablesWith(person.email)).includes('public.notes'), 'nothing is erased without a certificate');

  const erased = await run('erase', '--email', person.email, '--all', '--reference', 'case 8');
  assert.deepEqual(erased.files_left, []);
  assert.deepEqual(await tablesWith(person.email), []);
  assert.equal(readFileSync(join(DATA_DIR, 'logs/postgres.log'), 'utf8').length, 1024 * 1024 - 20 + 2 * line.length);
  const certificate = JSON.parse(readFileSync(erased.file, 'utf8'));
  assert.deepEqual([certificate.reference, certificate.by.kind, certificate.digest], ['case 8', 'command', erased.digest]);
  for (const name of readdirSync(DATA_DIR, { recursive: true, withFileTypes: true })) {
    if (name.isFile()) assert.ok(!readFileSync(join(name.parentPath, name.name)).includes(person.email), name.name);
  }

  /** Erases with a certificate whose file appears during the erasure. */
  const eraseLate = async (name: string, within?: string[]) => {
    const taken = join(DATA_DIR, name);
    const late = await ctx.db.transaction().execute(async (trx) => {
      await sql`lock table notes in access exclusive mode`.execute(trx);
      const started = [leadlight(['privacy', ...eraseTo, taken], environment, undefined, within)];
      await until(async () => (await countWaitingForLock(ctx.db)) > 0);
      writeFileSync(taken, '');
      return started;
    });
    const { code, stdout, stderr } = await firstOf(late);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`${name} cannot be written \\(it already exists\\): save the printed certificate`));
    return stdout;
  };
  assert.equal(JSON.parse(await eraseLate('taken.json')).certificate, 'leadlight-erasure');
  // If the certificate cannot be printed either, the error still says that the person was erased.
  if (existsSync('/dev/full')) await eraseLate('lost.json', ['sh', '-c', 'exec "$@" > /dev/full', 'sh']);

  assert.match(await errorText('find', '--email', 'a@b.co'), /^Specify --account with an id, or --all/);
  assert.match(await errorText('erase', '--email', account.email, '--all'), /is a user of this installation: remove them first/);
});
