import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { getAccount } from '../../server/src/domain/accounts/get-account.ts';
import { announceLeads, announceLeadsOfAccounts } from '../../server/src/domain/alerts/announce-leads.ts';
import { deleteOldDeliveries } from '../../server/src/domain/alerts/delete-old-deliveries.ts';
import { nextDigestAt } from '../../server/src/domain/alerts/digest-schedule.ts';
import { enqueueDigests } from '../../server/src/domain/alerts/enqueue-digests.ts';
import { listDeliveries } from '../../server/src/domain/alerts/list-deliveries.ts';
import { recoverableDeliveries } from '../../server/src/domain/alerts/recoverable-deliveries.ts';
import { sendDelivery } from '../../server/src/domain/alerts/send-delivery.ts';
import type { TestResult } from '../../server/src/domain/alerts/send-test-alert.ts';
import { enqueueAccountMovesJobName } from '../../server/src/domain/company-merges/enqueue-account-moves.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { setFieldValues } from '../../server/src/domain/custom-fields/set-field-values.ts';
import { createField } from '../../server/src/domain/custom-fields/write-fields.ts';
import { logEmail } from '../../server/src/domain/emails/log-email.ts';
import { recheckAllFeeds } from '../../server/src/domain/feed-changes/record-feed-changes.ts';
import { createGoal } from '../../server/src/domain/goals/create-goal.ts';
import { updateGoal } from '../../server/src/domain/goals/write-goals.ts';
import { importCrm } from '../../server/src/domain/imports/import-crm.ts';
import { updateLeads } from '../../server/src/domain/leads/update-leads.ts';
import { addItems } from '../../server/src/domain/lists/update-list-memberships.ts';
import { createList } from '../../server/src/domain/lists/write-lists.ts';
import { recoverInterruptedWork } from '../../server/src/domain/recover-interrupted-work.ts';
import { assignTags } from '../../server/src/domain/tags/assign-tags.ts';
import { createTag } from '../../server/src/domain/tags/write-tags.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { jobs } from '../../server/src/jobs/index.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { dayOf, nextDay } from '../../server/src/lib/zoned-days.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient, pointerOf, statusAndCode } from '../kit/checked-client.ts';
import { addressOfAudi, addressOfSap } from '../kit/create-sample-records.ts';
import { chrome } from '../kit/events.ts';
import { lineImporter } from '../kit/import-lines.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startMailServer } from '../kit/mail-server.ts';
import { startTestService } from '../kit/service.ts';
import { startWebhookReceiver } from '../kit/webhook-receiver.ts';

const mailServer = await startMailServer();
const environment = { SMTP_URL: mailServer.url, MAIL_FROM: 'Leads <leads@acme.example>', WEBHOOK_PRIVATE_ADDRESSES: 'allowed' };
const service = await startTestService({ environment });
const { ctx } = service;
const { db } = ctx;
const hourMs = 3_600_000;
const pricingFilters = { all: [{ field: 'page_url', operator: 'contains', values: ['/pricing'] }] };
const feedsPath = '/v1/web-visits/custom-feeds';

async function openAccount() {
  const account = await service.newAccount();
  const call = checkedClient(service, account);
  const receiver = await startWebhookReceiver();
  const visit = async (ip: string, path = '/pricing') => {
    const occurred_at = new Date(ctx.clock.now().getTime() - 1000).toISOString();
    const event = { id: randomUUID(), kind: 'page_view', occurred_at, ip, user_agent: chrome, url: `https://shop.example${path}` };
    assert.equal((await call('/v1/collect', { body: { events: [event] } })).body.data.attributes.accepted, 1);
    await service.drain();
  };
  const subscribe = async (subscription: object) => {
    const attributes = { name: 'Pricing', filters: pricingFilters, subscription };
    const created = await call(feedsPath, { body: { data: { type: 'custom_feed', attributes } } });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const feed: { id: string; attributes: { webhook_secret: string; subscription: object } } = created.body.data;
    return feed;
  };
  const change = (id: string, attributes: object) =>
    call(`${feedsPath}/${id}`, { method: 'PATCH', body: { data: { type: 'custom_feed', attributes } } });
  const log = (id: string) => listDeliveries(ctx, account.accountId, id);
  return { account, call, receiver, visit, subscribe, change, log };
}

/** Runs the background jobs that are due every minute. */
async function runMinuteJobs() {
  await announceLeadsOfAccounts(ctx);
  await recoverInterruptedWork(ctx, [recoverableDeliveries]);
  await runQueuedJobs(service);
}

const advanceClock = (ms: number) => service.clock.set(new Date(ctx.clock.now().getTime() + ms));
type AlertMessage = { data: { leads: { id: string; attributes: { name: string } }[]; custom_feed: { id: string } }; type: string };
const parseAlert = (body: string): AlertMessage => JSON.parse(body);
const namesIn = (body: string) => parseAlert(body).data.leads.map(({ attributes }) => attributes.name);

test('a webhook reports a new lead once, with a valid signature; leads that were in the feed before are not reported', async () => {
  const { receiver, visit, subscribe, account } = await openAccount();
  await visit(addressOfAudi);
  advanceClock(60_000);
  const feed = await subscribe({ webhook: receiver.url });
  assert.deepEqual(feed.attributes.subscription, { email: false, webhook: receiver.url });
  // SAP visits after the subscription was created and before the first run.
  advanceClock(60_000);
  await visit(addressOfSap);
  await visit(addressOfAudi);
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 1);
  const hook = firstOf(receiver.hooks);
  assert.deepEqual(namesIn(hook.body), ['SAP']);
  const message = parseAlert(hook.body);
  assert.deepEqual([message.type, message.data.custom_feed.id], ['custom_feed.new_leads', feed.id]);
  const signed = hook.headers as Record<string, string>;
  const sentAt = new Date(Number(signed['webhook-timestamp']) * 1000);
  const expected = new Webhook(feed.attributes.webhook_secret).sign(required(signed['webhook-id']), sentAt, hook.body);
  assert.equal(signed['webhook-signature'], expected);
  assert.notEqual(
    new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).sign(required(signed['webhook-id']), sentAt, hook.body),
    expected,
  );
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const changesOf = async (companyId: string) => {
    const path = `/accounts/${account.accountId}/companies/${companyId}/timeline?kind=change`;
    const { body } = await person.get<{ items: { change: { kind: string; detail: string } }[] }>(path);
    return body.items.map(({ change }) => [change.kind, change.detail]);
  };
  assert.deepEqual(await changesOf(firstOf(message.data.leads).id), [['alerted', 'Pricing']], 'the timeline shows the alert');
  for (let times = 0; times < 3; times++) {
    await visit(addressOfSap);
    await runMinuteJobs();
  }
  assert.equal(receiver.hooks.length, 1);
  // Concurrent runs, as after a restart, report nothing either.
  await Promise.all(Array.from({ length: 4 }, () => announceLeads(ctx, account.accountId)));
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 1);
});

test('alerts omit companies that must not be contacted, unless a setting of the account includes them', async () => {
  const alertsWith = async (outreach: { skip_do_not_contact?: boolean }) => {
    const { account, receiver, visit, subscribe } = await openAccount();
    const person = new BrowserSession(service);
    await person.signIn(account.email);
    assert.equal((await person.send('PATCH', `/accounts/${account.accountId}/settings`, { outreach })).status, 200);
    await lineImporter(service)(importCrm(account.accountId), [
      'crm,record_type,external_id,name,domain,do_not_contact',
      'x,organization,1,SAP,sap.com,yes',
    ]);
    await subscribe({ webhook: receiver.url, email: true });
    advanceClock(60_000);
    const mailsBefore = mailServer.mails.length;
    await visit(addressOfSap);
    await visit(addressOfAudi);
    await runMinuteJobs();
    const mails = mailServer.mails.slice(mailsBefore).map(({ text }) => text);
    return {
      hooks: receiver.hooks.map(({ body }) => namesIn(body).sort()),
      mails: mails.map((text) => ['Audi', 'SAP'].filter((name) => text.includes(name))),
    };
  };
  assert.deepEqual(await alertsWith({}), { hooks: [['Audi']], mails: [['Audi']] });
  const everyone = [['Audi', 'SAP']];
  assert.deepEqual(await alertsWith({ skip_do_not_contact: false }), { hooks: everyone, mails: everyone });
});

/**
 * Creates a feed with these filters and runs its first check. `alerted` runs the jobs again and returns whether the webhook has received an
 * alert; it fails if the jobs checked all leads.
 */
async function watch(filters: (accountId: string) => Promise<object>) {
  // The first check of a day checks all leads, so the day must not end during the test.
  service.clock.set(`${nextDay(dayOf(ctx.clock.now().getTime(), 'UTC'))}T08:00:00Z`);
  const { account, call, receiver, visit } = await openAccount();
  const { accountId } = account;
  await visit(addressOfSap);
  const attributes = { name: 'Watched', filters: { all: [await filters(accountId)] }, subscription: { webhook: receiver.url } };
  const created = await call(feedsPath, { body: { data: { type: 'custom_feed', attributes } } });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 0);
  const { company_id: companyId } = await db
    .selectFrom('leads')
    .select('company_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const checkedAt = async () => {
    const row = db.selectFrom('custom_feeds').select('alerts_checked_at as at').where('account_id', '=', accountId);
    return (await row.executeTakeFirstOrThrow()).at?.getTime();
  };
  const firstCheck = await checkedAt();
  const alerted = async () => {
    advanceClock(60_000);
    await runMinuteJobs();
    assert.equal(await checkedAt(), firstCheck);
    return receiver.hooks.length === 1;
  };
  return { account, accountId, companyId, visit, alerted, receiver };
}

test('a change that moves a company into a feed triggers an alert without a check of all leads', async () => {
  const { userId } = await service.newAccount();
  const ids: Record<string, string> = {};
  const changes: [filters: (accountId: string) => Promise<object>, change: (accountId: string, companyId: string) => Promise<unknown>][] = [
    [
      async () => ({ field: 'followed', values: [true] }),
      (accountId, companyId) => updateLeads(ctx, accountId, userId, { companyIds: [companyId], change: { followed: true } }),
    ],
    [
      async (accountId) => {
        ids.tag = (await createTag(ctx, accountId, { name: 'Hot' })).id;
        return { field: 'tag', values: [ids.tag] };
      },
      (accountId, companyId) => assignTags(db, accountId, { companyIds: [companyId], tagIds: [required(ids.tag)], isOn: true }),
    ],
    [
      async (accountId) => {
        const list = await createList(ctx, accountId, { name: 'Targets', scope: 'company' });
        ids.list = list.number;
        return { field: 'list', values: [list.id] };
      },
      (accountId, companyId) => addItems(db, accountId, required(ids.list), [companyId], ctx.clock.now()),
    ],
    [
      async (accountId) => {
        ids.field = (await createField(ctx, accountId, { name: 'Tier', scope: 'company', type: 'text' })).id;
        return { field: `custom_fields.${ids.field}`, operator: 'is', values: ['A'] };
      },
      (accountId, companyId) => setFieldValues(ctx, accountId, { scope: 'company', id: companyId }, { [required(ids.field)]: 'A' }),
    ],
    [
      async () => ({ field: 'crm_connected', values: [true] }),
      (accountId) =>
        lineImporter(service)(importCrm(accountId), ['crm,record_type,external_id,name,domain', 'x,organization,1,SAP,sap.com']),
    ],
    [
      async () => ({ field: 'status', values: ['handled'] }),
      (accountId, companyId) => logEmail(ctx, accountId, userId, { companyId, email: 'a@sap.com' }),
    ],
    [
      async (accountId) => {
        const goal = { name: 'Priced', kind: 'page' as const, match: { operator: 'contains' as const, value: 'pricing' } };
        ids.goal = (await createGoal(ctx, accountId, { ...goal, active: false, value: null })).id;
        return { field: 'goal', values: [ids.goal] };
      },
      (accountId) =>
        updateGoal(ctx, accountId, required(ids.goal), { active: true, appliesToPast: true }).then(() => runQueuedJobs(service)),
    ],
  ];
  for (const [filters, change] of changes) {
    const { accountId, companyId, alerted } = await watch(filters);
    assert.equal(await alerted(), false);
    await change(accountId, companyId);
    assert.ok(await alerted(), String(change));
  }
});

test('an account without changes is not checked; all leads are checked once a day and after changes to the directory', async () => {
  const { accountId, receiver, alerted } = await watch(async () => ({ field: 'followed', values: [true] }));
  // Changes the lead without recording a feed change, as if a condition had become true by the passage of time.
  const follow = () => db.updateTable('leads').set({ followed: true }).where('account_id', '=', accountId).execute();
  await follow();
  const dbWithoutTransactions = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') assert.fail('an account without changes is checked');
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const log = { ...ctx.log, error: ({ err }: { err: Error }) => assert.fail(err) } as unknown as typeof ctx.log;
  await runMinuteJobs();
  await announceLeadsOfAccounts({ ...ctx, db: dbWithoutTransactions, log });
  assert.equal(await alerted(), false);
  await recheckAllFeeds(db);
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 1);
  await sql`delete from alert_known_leads where account_id = ${accountId}`.execute(db);
  advanceClock(60_000);
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 1);
  advanceClock(24 * hourMs);
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 2);
});

test('changes are announced before and without the daily check of all leads, which takes only a part of each round', async () => {
  const watched = () => watch(async () => ({ field: 'followed', values: [true] }));
  const [due, changed] = [await watched(), await watched()];
  const { userId } = changed.account;
  const checkedAt = async (accountId: string) => {
    const query = db.selectFrom('custom_feeds').select('alerts_checked_at').where('account_id', '=', accountId);
    return (await query.executeTakeFirstOrThrow()).alerts_checked_at;
  };
  await runMinuteJobs();
  advanceClock(24 * hourMs);
  const before = [await checkedAt(due.accountId), await checkedAt(changed.accountId)];
  await updateLeads(ctx, changed.accountId, userId, { companyIds: [changed.companyId], change: { followed: true } });
  await announceLeadsOfAccounts(ctx, 0);
  assert.deepEqual([await checkedAt(due.accountId), await checkedAt(changed.accountId)], before);
  await runQueuedJobs(service);
  assert.equal(changed.receiver.hooks.length, 1);

  await announceLeadsOfAccounts(ctx);
  assert.notDeepEqual(await checkedAt(due.accountId), before[0]);
});

test('a test message is sent immediately, at most ten times a minute, and is not logged as a delivery', async () => {
  const { receiver, subscribe, account, change, log } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url, email: true });
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  mailServer.mails.length = 0;
  const send = () => person.send<TestResult[]>('POST', `/accounts/${account.accountId}/feeds/${feed.id}/alerts/test`, {});
  assert.deepEqual((await send()).body, [
    { channel: 'email', status: null, error: null },
    { channel: 'webhook', status: receiver.status, error: null },
  ]);
  assert.deepEqual(namesIn(firstOf(receiver.hooks).body), ['Example Company (test message)']);
  assert.match(firstOf(mailServer.mails).text, /Example Company \(test message\)/);
  receiver.status = 404;
  assert.deepEqual((await send()).body[1], { channel: 'webhook', status: 404, error: 'The webhook responded with 404.' });
  assert.deepEqual(await log(feed.id), []);
  assert.equal((await change(feed.id, { subscription: { webhook: null, email: false } })).status, 200);
  assert.equal((await send()).status, 409);
  await change(feed.id, { subscription: { webhook: receiver.url } });
  const statuses: number[] = [];
  for (let index = 0; index < 10; index++) statuses.push((await send()).status);
  assert.equal(statuses.filter((status) => status === 429).length, 2, 'at most ten messages a minute');
});

test('concurrent workers create one message per lead', async () => {
  const { receiver, visit, subscribe, account, log } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url });
  advanceClock(5000);
  await visit(addressOfSap);
  await Promise.all(Array.from({ length: 6 }, () => announceLeads(ctx, account.accountId)));
  const [delivery, ...more] = await log(feed.id);
  assert.deepEqual(more, []);
  await Promise.all(Array.from({ length: 6 }, () => sendDelivery(ctx, account.accountId, required(delivery).id)));
  await runQueuedJobs(service);
  assert.equal(receiver.hooks.length, 1);
});

test('the owner gets one mail about two new companies, from the configured sender', async () => {
  const { account, visit, subscribe } = await openAccount();
  await subscribe({ email: true });
  advanceClock(5000);
  await visit(addressOfSap);
  await visit(addressOfAudi);
  mailServer.mails.length = 0;
  await runMinuteJobs();
  assert.equal(mailServer.mails.length, 1);
  const mail = firstOf(mailServer.mails);
  assert.equal(mail.to, account.email);
  assert.match(mail.text, /^Subject: 2 new companies in Pricing$/m);
  assert.match(mail.text, /^From: Leads <leads@acme\.example>$/m);
  assert.match(mail.text, /SAP/);
  assert.match(mail.text, new RegExp(`${service.url}/`));
  await runMinuteJobs();
  assert.equal(mailServer.mails.length, 1);
});

/** Creates a feed and a second user. The returned functions read and change the alerts of the feed in the app API, as its owner. */
async function openAlerts() {
  const opened = await openAccount();
  const { account } = opened;
  const feed = await opened.subscribe({});
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const path = `/accounts/${account.accountId}/feeds/${feed.id}/alerts`;
  type Alerts = { recipients: string[]; webhook: string | null; paused: boolean; newSecret: string | null };
  const set = (body: object) => person.send<Alerts>('PATCH', path, body);
  const get = () => person.get<Alerts>(path);
  const colleague = `colleague-${account.accountId}@acme.example`;
  const { id: colleagueId } = await createUser(ctx, {
    accountId: account.accountId,
    email: colleague,
    password: 'correct horse battery',
    role: 'viewer',
  });
  return { ...opened, feed, set, get, colleague, colleagueId };
}

test('other users of the account can get alert mails; a refused recipient does not affect the others', async () => {
  const { account, feed, set, get, visit, log, change, call, colleague, colleagueId } = await openAlerts();
  const stranger = await service.newAccount();
  assert.equal((await set({ recipients: [stranger.userId] })).status, 400);
  assert.deepEqual((await set({ recipients: [account.userId, colleagueId] })).body.recipients, [account.userId, colleagueId]);
  const shown = (await call(`${feedsPath}/${feed.id}`)).body.data.attributes.subscription;
  assert.deepEqual(shown, { email: true, webhook: null }, 'the versioned API shows the owner’s setting');
  advanceClock(5000);
  await visit(addressOfSap);
  mailServer.mails.length = 0;
  await runMinuteJobs();
  assert.deepEqual(
    mailServer.mails.map(({ to }) => to.split(',').sort()),
    [[account.email, colleague].sort()],
  );
  await change(feed.id, { subscription: { email: false } });
  assert.deepEqual((await get()).body.recipients, [colleagueId], 'other recipients stay when the owner unsubscribes');
  await change(feed.id, { subscription: { email: true } });
  advanceClock(5000);
  mailServer.refusedRecipient = colleague;
  await visit(addressOfAudi);
  await runMinuteJobs();
  mailServer.refusedRecipient = null;
  const newest = firstOf(await log(feed.id));
  assert.deepEqual([newest.status, newest.attempts.length], ['delivered', 1]);
  assert.equal(firstOf(newest.attempts).error, `The mail server refused ${colleague}.`);
  assert.equal(lastOf(mailServer.mails).to, account.email);
  await db.deleteFrom('memberships').where('account_id', '=', account.accountId).where('user_id', '=', colleagueId).execute();
  assert.deepEqual((await get()).body.recipients, [account.userId]);
});

test('a refused recipient does not affect those who read another language', async () => {
  const { account, feed, set, visit, log, colleague, colleagueId } = await openAlerts();
  await db.updateTable('users').set({ language: 'de' }).where('id', '=', colleagueId).execute();
  await set({ recipients: [account.userId, colleagueId] });
  advanceClock(5000);
  mailServer.mails.length = 0;
  mailServer.refusedRecipient = colleague;
  await visit(addressOfSap);
  await runMinuteJobs();
  advanceClock(hourMs);
  await runMinuteJobs();
  mailServer.refusedRecipient = null;
  const { status, attempts } = firstOf(await log(feed.id));
  assert.deepEqual([status, attempts.map(({ error }) => error)], ['delivered', [`The mail server refused ${colleague}.`]]);
  assert.deepEqual(
    mailServer.mails.map(({ to }) => to),
    [account.email],
  );
});

test('the log says that the owner who should get alert mails is missing', async () => {
  const { call, visit, subscribe, log } = await openAccount();
  const feed = await subscribe({ email: true });
  const withoutOwner = { type: 'custom_feed', relationships: { owner: null } };
  assert.equal((await call(`${feedsPath}/${feed.id}`, { method: 'PATCH', body: { data: withoutOwner } })).status, 200);
  advanceClock(5000);
  await visit(addressOfSap);
  await runMinuteJobs();
  const { status, attempts } = firstOf(await log(feed.id));
  assert.deepEqual([status, lastOf(attempts).error], ['dropped', 'The feed has no owner who could get e-mails.']);
});

test('the webhook secret is returned only when it is created; leads found while alerts are paused are never reported', async () => {
  const { feed, set, get, visit, log, receiver } = await openAlerts();
  const created = await set({ webhook: receiver.url });
  assert.match(required(created.body.newSecret), /^whsec_/);
  assert.equal((await set({ webhook: `${receiver.url}/again` })).body.newSecret, null);
  assert.ok(!JSON.stringify((await get()).body).includes('whsec_'));
  advanceClock(5000);
  await visit(addressOfSap);
  receiver.status = 500;
  await runMinuteJobs();
  assert.equal((await set({ paused: true })).body.paused, true);
  advanceClock(5000);
  await visit(addressOfAudi);
  receiver.status = 204;
  await runMinuteJobs();
  assert.deepEqual(
    (await log(feed.id)).map(({ status, attempts }) => [status, lastOf(attempts).error]),
    [['dropped', 'Alerts for this feed are paused.']],
  );
  await set({ paused: false });
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 1);
});

test('mail refused by the server is retried with the same message id', async () => {
  const { visit, subscribe, log } = await openAccount();
  const feed = await subscribe({ email: true });
  advanceClock(5000);
  await visit(addressOfSap);
  mailServer.mails.length = 0;
  mailServer.refusesAll = true;
  await runMinuteJobs();
  mailServer.refusesAll = false;
  const waiting = firstOf(await log(feed.id));
  assert.equal(waiting.status, 'pending');
  assert.match(required(firstOf(waiting.attempts).error), /550/);
  advanceClock(6000);
  await runMinuteJobs();
  assert.equal(firstOf(await log(feed.id)).status, 'delivered');
  assert.match(firstOf(mailServer.mails).text, new RegExp(`^Message-ID: <${waiting.id}@acme.example>$`, 'm'));
});

test('a failing webhook is retried with backoff and the same message, and the attempts are logged', async () => {
  const { receiver, visit, subscribe, log } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url });
  advanceClock(5000);
  await visit(addressOfSap);
  receiver.status = 500;
  await runMinuteJobs();
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 1, 'no retry before its time');
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const delivery = firstOf(await log(feed.id));
    waits.push((required(delivery.nextAttemptAt).getTime() - ctx.clock.now().getTime()) / 1000);
    service.clock.set(required(delivery.nextAttemptAt));
    if (attempt === 3) receiver.status = 200;
    await runMinuteJobs();
  }
  assert.deepEqual(waits, [5, 300, 1800]);
  assert.equal(new Set(receiver.hooks.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(receiver.hooks.map(({ body }) => body)).size, 1);
  const delivery = firstOf(await log(feed.id));
  assert.equal(delivery.status, 'delivered');
  assert.deepEqual(
    delivery.attempts.map(({ status }) => status),
    [500, 500, 500, 200],
  );
  advanceClock(31 * 24 * hourMs);
  await deleteOldDeliveries(ctx);
  assert.deepEqual(await log(feed.id), []);
});

test('a message claimed by a dead worker is sent by another one after two minutes', async () => {
  const { receiver, visit, subscribe, account, log } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url });
  advanceClock(5000);
  await visit(addressOfSap);
  await announceLeads(ctx, account.accountId);
  const id = firstOf(await log(feed.id)).id;
  const dying = {
    ...ctx,
    outgoing: { ...required(ctx.outgoing), webhooks: { allowsPrivate: true, post: () => new Promise<number>(() => {}) } },
  };
  void sendDelivery(dying, account.accountId, id);
  while (required(firstOf(await log(feed.id)).nextAttemptAt).getTime() <= ctx.clock.now().getTime()) await new Promise(setImmediate);
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 0);
  advanceClock(121_000);
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 1);
});

test('a webhook that fails for three days is disabled, its owner is notified, and saving it again enables it', async () => {
  const { receiver, visit, subscribe, change, call, log } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url });
  advanceClock(5000);
  await visit(addressOfSap);
  receiver.status = 503;
  mailServer.mails.length = 0;
  for (let hours = 0; hours < 130; hours += 5) {
    await runMinuteJobs();
    advanceClock(5 * hourMs);
  }
  const disabled = (await call(`${feedsPath}/${feed.id}`)).body.data.attributes;
  assert.ok(disabled.webhook_disabled_at);
  assert.equal('webhook_secret' in disabled, false, 'reading a feed does not return the secret');
  assert.equal(firstOf(await log(feed.id)).status, 'failed');
  assert.equal(mailServer.mails.length, 1);
  assert.match(firstOf(mailServer.mails).text, /disabled/);
  const hookCount = receiver.hooks.length;
  await visit(addressOfAudi);
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, hookCount);
  receiver.status = 200;
  const again = await change(feed.id, { subscription: { webhook: receiver.url } });
  assert.equal(again.body.data.attributes.webhook_disabled_at, null);
  assert.equal(again.body.data.attributes.webhook_secret, feed.attributes.webhook_secret);
});

test('a webhook that responds with 410 is disabled immediately', async () => {
  const { receiver, visit, subscribe, call, log } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url });
  advanceClock(5000);
  await visit(addressOfSap);
  receiver.status = 410;
  await runMinuteJobs();
  assert.equal(firstOf(await log(feed.id)).status, 'dropped');
  assert.ok((await call(`${feedsPath}/${feed.id}`)).body.data.attributes.webhook_disabled_at);
});

test('a webhook disabled during a slow delivery stays disabled when that delivery fails', async () => {
  const { receiver, visit, subscribe, account, call, log } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url });
  for (const address of [addressOfSap, addressOfAudi]) {
    advanceClock(5000);
    await visit(address);
    await announceLeads(ctx, account.accountId);
  }
  const [gone, slow] = (await log(feed.id)).map(({ id }) => id);
  const slowResponse = Promise.withResolvers<number>();
  const started = Promise.withResolvers<void>();
  const respondingWith = (post: () => Promise<number>) => ({
    ...ctx,
    outgoing: { ...required(ctx.outgoing), webhooks: { allowsPrivate: true, post } },
  });
  const slowContext = respondingWith(() => {
    started.resolve();
    return slowResponse.promise;
  });
  const slowDelivery = sendDelivery(slowContext, account.accountId, required(slow));
  await started.promise;
  await sendDelivery(
    respondingWith(async () => 410),
    account.accountId,
    required(gone),
  );
  slowResponse.resolve(500);
  await slowDelivery;
  assert.ok((await call(`${feedsPath}/${feed.id}`)).body.data.attributes.webhook_disabled_at);
});

test('after a change of the filters, only later matches are reported; unsubscribing deletes the known leads, deleting the feed its deliveries', async () => {
  const { account, receiver, visit, subscribe, change, call } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url });
  await visit(addressOfAudi, '/jobs');
  advanceClock(5000);
  const jobs = { all: [{ field: 'page_url', operator: 'contains', values: ['/jobs'] }] };
  const changed = await change(feed.id, { filters: jobs });
  assert.equal(changed.status, 200);
  advanceClock(5000);
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 0, 'Audi visited that page before the filter existed');
  await visit(addressOfSap, '/jobs');
  await runMinuteJobs();
  assert.deepEqual(
    receiver.hooks.map(({ body }) => namesIn(body)),
    [['SAP']],
  );
  const countRows = () =>
    Promise.all(
      (['alert_known_leads', 'alert_deliveries'] as const).map(
        async (table) => (await db.selectFrom(table).select('account_id').where('account_id', '=', account.accountId).execute()).length,
      ),
    );
  assert.deepEqual(await countRows(), [2, 1]);
  const ended = await change(feed.id, { subscription: { webhook: null } });
  assert.equal('webhook_secret' in ended.body.data.attributes, false);
  assert.deepEqual(await countRows(), [0, 1]);
  assert.equal((await call(`${feedsPath}/${feed.id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual(await countRows(), [0, 0]);
});

test('after a change of the filters, a lead that was in the feed before is reported when it enters the feed again', async () => {
  const { receiver, visit, subscribe, change } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url });
  advanceClock(5000);
  await visit(addressOfSap);
  await runMinuteJobs();
  const names = () => receiver.hooks.map(({ body }) => namesIn(body));
  assert.deepEqual(names(), [['SAP']]);
  const filterBy = async (path: string) => {
    advanceClock(5000);
    const filters = { all: [{ field: 'page_url', operator: 'contains', values: [path] }] };
    assert.equal((await change(feed.id, { filters })).status, 200);
    advanceClock(5000);
    await runMinuteJobs();
  };
  await filterBy('/pric');
  assert.deepEqual(names(), [['SAP']], 'SAP was in the feed at the change');
  await filterBy('/jobs');
  await visit(addressOfSap, '/jobs');
  await runMinuteJobs();
  assert.deepEqual(names(), [['SAP'], ['SAP']]);
});

test('saving a feed with the same filters does not report again a lead that left the feed and returns', async () => {
  const { account, receiver, visit, subscribe, change } = await openAccount();
  const feed = await subscribe({ webhook: receiver.url });
  const filters = { all: [{ field: 'followed', values: [true] }] };
  await change(feed.id, { filters });
  await visit(addressOfSap);
  await runMinuteJobs();
  const { accountId, userId } = account;
  const { company_id } = await db.selectFrom('leads').select('company_id').where('account_id', '=', accountId).executeTakeFirstOrThrow();
  const follow = async (followed: boolean) => {
    advanceClock(5000);
    await updateLeads(ctx, accountId, userId, { companyIds: [company_id], change: { followed } });
    await runMinuteJobs();
  };
  await follow(true);
  assert.equal(receiver.hooks.length, 1);
  await follow(false);
  assert.equal((await change(feed.id, { name: 'Followed', filters })).status, 200);
  await runMinuteJobs();
  await follow(true);
  assert.equal(receiver.hooks.length, 1);
});

test('a merged company is not reported again under its new id', async () => {
  const { receiver, visit, subscribe } = await openAccount();
  await subscribe({ webhook: receiver.url });
  advanceClock(5000);
  await visit(addressOfSap);
  await runMinuteJobs();
  const { id: previous } = firstOf(parseAlert(firstOf(receiver.hooks).body).data.leads);
  const current = firstOf(await ctx.ids.records(db, 1));
  await db.insertInto('companies').values({ id: current, name: 'SAP again', origin: 'import', updated_at: new Date() }).execute();
  await db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, current));
  await visit(addressOfSap);
  await announceLeadsOfAccounts(ctx);
  await runQueuedJobs(
    service,
    jobs.filter(({ name }) => name !== enqueueAccountMovesJobName),
  );
  assert.equal(receiver.hooks.length, 1, 'before the data of the account is moved to the new id');
  await runMinuteJobs();
  await visit(addressOfSap);
  await runMinuteJobs();
  assert.equal(receiver.hooks.length, 1);
});

test('a webhook URL without https, with a password or without a host is rejected', async () => {
  const strict = await startTestService({ connection: service.connection });
  const account = await strict.newAccount();
  const call = checkedClient(strict, account);
  for (const webhook of ['http://hooks.example/x', 'https://me:secret@hooks.example/x', 'https://']) {
    const attributes = { name: 'Pricing', filters: pricingFilters, subscription: { webhook } };
    const refused = await call(feedsPath, { body: { data: { type: 'custom_feed', attributes } } });
    assert.deepEqual(
      [...statusAndCode(refused), pointerOf(refused)],
      [400, 'invalid_parameter', '/data/attributes/subscription/webhook'],
      webhook,
    );
  }
});

test('built-in feeds can have alerts, and are not listed as custom feeds', async () => {
  const { account, call, receiver, visit } = await openAccount();
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const path = (feedId: string) => `/accounts/${account.accountId}/feeds/${feedId}`;
  await visit(addressOfAudi);
  advanceClock(60_000);
  assert.deepEqual((await person.get<unknown[]>(`${path('new_leads')}/deliveries`)).body, []);
  const set = (feedId: string, body: object) => person.send('PATCH', `${path(feedId)}/alerts`, body);
  assert.equal((await set('new_leads', { recipients: [account.userId], webhook: receiver.url })).status, 200);
  assert.equal((await set('followed_companies', { recipients: [account.userId] })).status, 200);
  assert.equal((await set('recommended_leads', { recipients: [account.userId] })).status, 200);
  assert.equal((await person.send('PATCH', '/profile', { language: 'de' })).status, 204);
  mailServer.mails.length = 0;
  advanceClock(5000);
  await visit(addressOfSap);
  await runMinuteJobs();
  const [mail, ...others] = mailServer.mails;
  assert.deepEqual([others.length, mail?.text.includes(' ist neu in Neue Leads')], [0, true], mail?.text);
  assert.match(required(mail).text, /leads\?feed=(3D)?new_leads&/);
  const { data } = parseAlert(firstOf(receiver.hooks).body);
  assert.equal(data.custom_feed.id, 'new_leads');
  await updateLeads(ctx, account.accountId, account.userId, { companyIds: data.leads.map(({ id }) => id), change: { followed: true } });
  await runMinuteJobs();
  assert.ok(lastOf(mailServer.mails).text.includes(' ist neu in Beobachtete Leads'));
  assert.deepEqual((await call(feedsPath)).body.data, []);
  const { body: checklist } = await person.get<{ steps: { step: string; isDone: boolean }[] }>(`/accounts/${account.accountId}/checklist`);
  const done = new Map(checklist.steps.map(({ step, isDone }) => [step, isDone]));
  assert.deepEqual([done.get('feed'), done.get('alert')], [false, true]);
});

test('a user who becomes a viewer gets no more digests', async () => {
  const { account, visit } = await openAccount();
  const { timezone } = await getAccount(ctx, account.accountId);
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const path = `/accounts/${account.accountId}/feeds/all_leads/digest`;
  assert.equal((await person.send('PUT', path, { frequency: 'daily' })).status, 200);
  const membership = db.updateTable('memberships').where('account_id', '=', account.accountId).where('user_id', '=', account.userId);
  await visit(addressOfSap);
  await membership.set({ role: 'viewer' }).execute();
  mailServer.mails.length = 0;
  for (let day = 1; day <= 2; day++) {
    service.clock.set(nextDigestAt('daily', ctx.clock.now(), timezone));
    await enqueueDigests(ctx);
    await runQueuedJobs(service);
  }
  assert.deepEqual(
    mailServer.mails.filter(({ to }) => to === account.email),
    [],
  );
  assert.equal((await person.get<{ frequency: string | null }>(path)).body.frequency, null);
});

test('the daily digest of a built-in feed is sent once in the morning, and late if the service was stopped', async () => {
  const { account, visit } = await openAccount();
  const { timezone } = await getAccount(ctx, account.accountId);
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const path = `/accounts/${account.accountId}/feeds/all_leads/digest`;
  const advanceToMorning = () => service.clock.set(nextDigestAt('daily', ctx.clock.now(), timezone));
  const mailTexts = () => mailServer.mails.filter(({ to }) => to === account.email).map(({ text }) => text.replaceAll('=\n', ''));
  const runDigests = async () => {
    await enqueueDigests(ctx);
    await enqueueDigests(ctx);
    await runQueuedJobs(service);
  };
  advanceToMorning();
  const set = await person.send('PUT', path, { frequency: 'daily' });
  assert.deepEqual([set.status, set.body], [200, { frequency: 'daily', canMail: true }]);
  const before = mailTexts().length;
  await visit(addressOfSap);
  await runDigests();
  assert.equal(mailTexts().length, before, 'the day is not over');
  advanceToMorning();
  await runDigests();
  const [first, ...more] = mailTexts().slice(before);
  assert.equal(more.length, 0);
  assert.ok(first?.includes('SAP') && first.includes('All leads') && first.includes('/leads?feed=all_leads&from='.replaceAll('=', '=3D')));
  advanceToMorning();
  await runDigests();
  assert.equal(mailTexts().length, before + 1, 'nobody visited');
  await visit(addressOfAudi);
  advanceToMorning();
  advanceToMorning();
  await runDigests();
  const late = lastOf(mailTexts());
  assert.ok(late.includes('Audi') && !late.includes('SAP'), late);
  assert.equal((await person.send('PUT', path, { frequency: null })).status, 200);
  await visit(addressOfSap);
  advanceToMorning();
  await runDigests();
  assert.equal(mailTexts().length, before + 2);
  assert.equal((await person.send('PUT', path.replace('all_leads', '999999'), { frequency: 'weekly' })).status, 404);
});
