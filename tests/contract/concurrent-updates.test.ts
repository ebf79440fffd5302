import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { type FolderChoice, getOrCreateFolder, listFolders } from '../../server/src/domain/feeds/folders.ts';
import { createFeed, deleteFeed } from '../../server/src/domain/feeds/write-feeds.ts';
import { createFolder, deleteFolder } from '../../server/src/domain/feeds/write-folders.ts';
import type { Problem } from '../../server/src/domain/problem.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import type { ApiResponse } from '../kit/v1.ts';
import { whileLocked } from '../kit/while-locked.ts';

const service = await startTestService();
const { db } = service.ctx;
const account = await service.newAccount();
const call = checkedClient(service, account);
const person = new BrowserSession(service);
await person.signIn(account.email);

async function created(path: string, type: string, attributes: object): Promise<string> {
  const response = await call(path, { body: { data: { type, attributes } } });
  assert.equal(response.status, 201, JSON.stringify(response.body));
  return response.body.data.id;
}

/** Sends both changes while the row is locked, and returns the record afterwards. */
async function afterBothChanges(path: string, type: string, lock: RawBuilder<unknown>, changes: readonly [object, object]) {
  const send = (data: object) => () => call(path, { method: 'PATCH', body: { data: { type, ...data } } });
  const responses = await whileLocked<ApiResponse>(db, lock, changes.map(send));
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  );
  return (await call(path)).body.data;
}

test('concurrent updates of different attributes of a tag are both kept', async () => {
  const id = await created('/v1/tags', 'tag', { name: 'Hot', color: 1 });
  const lock = sql`select 1 from tags where id = ${id} for update`;
  const changes = [{ attributes: { name: 'Warm' } }, { attributes: { color: 7 } }] as const;
  const { name, color } = (await afterBothChanges(`/v1/tags/${id}`, 'tag', lock, changes)).attributes;
  assert.deepEqual([name, color], ['Warm', 7]);
});

test('concurrent updates of different attributes of an ideal customer profile are both kept and in the audit log', async () => {
  const id = await created('/v1/icps', 'icp', { name: 'Makers', filters: { keywords: ['steel'] } });
  const lock = sql`select 1 from icps where id = ${id} for update`;
  const changes = [{ attributes: { name: 'Builders' } }, { attributes: { filters: { keywords: ['timber'] } } }] as const;
  const { name, filters } = (await afterBothChanges(`/v1/icps/${id}`, 'icp', lock, changes)).attributes;
  assert.deepEqual([name, filters], ['Builders', { keywords: ['timber'] }]);
  assert.deepEqual(await changedFields('icp.changed', id), [['filters'], ['name']]);
});

test('concurrent updates of different attributes of a goal are both kept and in the audit log', async () => {
  const match = { operator: 'contains', value: '/thanks' };
  const id = await created('/v1/web-visits/goals', 'goal', { name: 'Order', kind: 'page', match });
  const lock = sql`select 1 from goals where id = ${id} for update`;
  const changes = [{ attributes: { name: 'Purchase' } }, { attributes: { active: false } }] as const;
  const { name, active } = (await afterBothChanges(`/v1/web-visits/goals/${id}`, 'goal', lock, changes)).attributes;
  assert.deepEqual([name, active], ['Purchase', false]);
  assert.deepEqual(await changedFields('goal.changed', id), [['active'], ['name']]);
});

test('concurrent updates of different attributes of a buyer persona are both kept and in the audit log', async () => {
  const id = await created('/v1/buyer-personas', 'buyer_persona', { name: 'Buyers', countries: ['DE'] });
  const lock = sql`select 1 from personas where id = ${id} for update`;
  const changes = [{ attributes: { name: 'Deciders' } }, { attributes: { countries: ['AT'] } }] as const;
  const { name, countries } = (await afterBothChanges(`/v1/buyer-personas/${id}`, 'buyer_persona', lock, changes)).attributes;
  assert.deepEqual([name, countries], ['Deciders', ['AT']]);
  assert.deepEqual(await changedFields('persona.changed', id), [['countries'], ['name']]);
});

test('a buyer persona that is being deleted is not changed', async () => {
  const id = await created('/v1/buyer-personas', 'buyer_persona', { name: 'Deleted', countries: ['DE'] });
  const change = () =>
    call(`/v1/buyer-personas/${id}`, { method: 'PATCH', body: { data: { type: 'buyer_persona', attributes: { name: 'Changed' } } } });
  const responses = await whileLocked(db, sql`delete from personas where id = ${id}`, [change]);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [404],
  );
  assert.deepEqual(await changedFields('persona.changed', id), []);
});

const filters = { all: [{ field: 'page_url', operator: 'contains', values: ['/pricing'] }] };

test('concurrent updates of the name and the redirect URIs of an OAuth app are both kept and in the audit log', async () => {
  const path = `/accounts/${account.accountId}/oauth-apps`;
  const [kept, removed] = ['https://app.example/kept', 'https://app.example/removed'];
  const app = { name: 'Sync', redirectUris: [kept, removed], grants: ['authorization_code'] };
  const { clientId } = (await person.send('POST', path, app)).body;
  const lock = sql`select 1 from oauth_apps where client_id = ${clientId} for update`;
  const changes = [{ name: 'Renamed' }, { redirectUris: [kept] }].map(
    (change) => () => person.send('PATCH', `${path}/${clientId}`, change),
  );
  const responses = await whileLocked(db, lock, changes);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [204, 204],
  );
  const { body } = await person.get<{ apps: { clientId: string; name: string; redirectUris: string[] }[] }>(path);
  const after = body.apps.find((one) => one.clientId === clientId);
  assert.deepEqual([after?.name, after?.redirectUris], ['Renamed', [kept]]);
  assert.deepEqual(await changedFields('oauth_app.changed', String(clientId)), [['name'], ['redirect_uris']]);
});

test('two concurrent updates that connect a list to a feed create one list', async () => {
  const id = await created('/v1/web-visits/custom-feeds', 'custom_feed', { name: 'Pricing', filters });
  const path = `/v1/web-visits/custom-feeds/${id}`;
  const connect = { relationships: { connected_list: { type: 'list', attributes: { name: 'Followers' } } } };
  const lock = sql`select 1 from custom_feeds where id = ${id} for update`;
  await afterBothChanges(path, 'custom_feed', lock, [connect, connect]);
  const lists = await db.selectFrom('lists').select('name').where('feed_id', '=', id).execute();
  assert.deepEqual(lists, [{ name: 'Followers' }]);
});

for (const kind of ['custom', 'built-in'] as const)
  test(`concurrent updates of different alert settings of a ${kind} feed are both kept`, async () => {
    const feedId =
      kind === 'custom' ? await created('/v1/web-visits/custom-feeds', 'custom_feed', { name: 'Readers', filters }) : 'all_leads';
    const path = `/accounts/${account.accountId}/feeds/${feedId}/alerts`;
    const change = (body: object) => () => person.send('PATCH', path, body);
    assert.equal((await change({ paused: false })()).status, 200);
    const webhook = 'https://hooks.example.com/leads';
    const responses = await whileLocked(db, sql`select 1 from custom_feeds where account_id = ${account.accountId} for update`, [
      change({ webhook }),
      change({ paused: true }),
    ]);
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200],
    );
    const { body } = await person.get<{ webhook: string | null; paused: boolean }>(path);
    assert.deepEqual([body.webhook, body.paused], [webhook, true]);
  });

test('a feed that two users delete at the same time is deleted once', async () => {
  const id = await created('/v1/web-visits/custom-feeds', 'custom_feed', { name: 'Deleted twice', filters });
  const path = `/v1/web-visits/custom-feeds/${id}`;
  const remove = () => call(path, { method: 'DELETE' });
  const responses = await whileLocked(db, sql`select 1 from custom_feeds where id = ${id} for update`, [remove, remove]);
  assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 404]);
  assert.equal((await changedFields('feed.deleted', id)).length, 1);
});

test('records are created while the pipeline writes to the account', async () => {
  const other = await service.newAccount();
  const user = new BrowserSession(service);
  await user.signIn(other.email);
  const send = (path: string, body: object) => user.send('POST', `/accounts/${other.accountId}${path}`, body);
  const v1 = checkedClient(service, other);
  const create = (path: string, type: string, attributes: object) => v1(path, { body: { data: { type, attributes } } });
  const match = { operator: 'contains', value: '/thanks' };
  const creations: Record<string, () => Promise<{ status: number }>> = {
    tag: () => create('/v1/tags', 'tag', { name: 'Hot', color: 1 }),
    list: () => create('/v1/lists', 'list', { name: 'Calls', scope: 'company' }),
    profile: () => create('/v1/icps', 'icp', { name: 'Makers', filters: { keywords: ['steel'] } }),
    persona: () => create('/v1/buyer-personas', 'buyer_persona', { name: 'Buyers', countries: ['DE'] }),
    field: () => create('/v1/custom-fields', 'custom_field', { name: 'Region', scope: 'company', type: 'text' }),
    goal: () => create('/v1/web-visits/goals', 'goal', { name: 'Order', kind: 'page', match }),
    feed: () => create('/v1/web-visits/custom-feeds', 'custom_feed', { name: 'Pricing', filters }),
    folder: () => send('/feed-folders', { name: 'Sales' }),
    annotation: () => send('/annotations', { day: '2026-10-01', body: 'Launch' }),
    link: () => send('/dashboard-links', { name: 'Board', days: { lastDays: 30 } }),
  };
  const outcomes: Record<string, number | 'waits'> = {};
  for (const [name, start] of Object.entries(creations)) {
    const { creating } = await db.transaction().execute(async (trx) => {
      // Each insert into a table with a foreign key to the account locks it like this.
      await sql`select 1 from accounts where id = ${other.accountId} for key share`.execute(trx);
      const started = start().then(({ status }) => {
        outcomes[name] ??= status;
      });
      await until(async () => name in outcomes || (await countWaitingForLock(db)) > 0);
      outcomes[name] ??= 'waits';
      return { creating: started };
    });
    await creating;
  }
  assert.deepEqual(outcomes, Object.fromEntries(Object.keys(creations).map((name) => [name, 201])));
});

const { accountId: accountOfMoves } = await service.newAccount();
const newFeed = (name: string, folder?: FolderChoice) => createFeed(service.ctx, accountOfMoves, { name, filters: { all: [] }, folder });

/** Moves a feed into a folder while other changes run, which the move may block. Returns the folder of the feed afterwards. */
async function folderAfterMove(feedId: string, folder: FolderChoice, whileMoving: () => Promise<void>) {
  let change = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    const folder_id = await getOrCreateFolder(service.ctx, trx, accountOfMoves, folder);
    await trx.updateTable('custom_feeds').set({ folder_id }).where('id', '=', feedId).execute();
    let isDone = false;
    change = whileMoving().finally(() => {
      isDone = true;
    });
    await until(async () => isDone || (await countWaitingForLock(db)) > 0);
  });
  await change;
  const { folder_id } = await db.selectFrom('custom_feeds').select('folder_id').where('id', '=', feedId).executeTakeFirstOrThrow();
  return (await listFolders(service.ctx, accountOfMoves)).find(({ id }) => id === folder_id)?.name ?? folder_id;
}

test('a folder that is deleted while a feed is moved into it leaves no reference to it', async () => {
  const { id: feedId } = await newFeed('Moved');
  const { id } = await createFolder(service.ctx, accountOfMoves, 'Deleted');
  assert.equal(await folderAfterMove(feedId, { id }, () => deleteFolder(service.ctx, accountOfMoves, id)), null);
  const { id: other } = await newFeed('Other', { name: 'Emptied' });
  assert.equal(await folderAfterMove(feedId, { name: 'Emptied' }, () => deleteFeed(service.ctx, accountOfMoves, other)), 'Emptied');
});

test('a feed moved into a folder that is being deleted gets a new folder of that name, or is rejected if it names the id', async () => {
  for (const by of ['id', 'name'] as const) {
    const folder = await createFolder(service.ctx, accountOfMoves, `Deleted by ${by}`);
    const choice = by === 'id' ? { id: folder.id } : { name: folder.name };
    let feed = Promise.resolve<unknown>(null);
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from feed_folders where id = ${folder.id} for update`.execute(trx);
      let isDone = false;
      feed = newFeed(`Into ${by}`, choice)
        .catch(({ kind }: Problem) => kind)
        .finally(() => {
          isDone = true;
        });
      await until(async () => isDone || (await countWaitingForLock(db)) > 0);
      await sql`delete from feed_folders where id = ${folder.id}`.execute(trx);
    });
    if (by === 'id') assert.equal(await feed, 'not_found');
    await feed;
    const folders = await listFolders(service.ctx, accountOfMoves);
    const found = folders.find(({ name }) => name === folder.name);
    assert.deepEqual(
      found?.feeds.map(({ name }) => name),
      by === 'id' ? undefined : ['Into name'],
    );
  }
});

test('the limit of folders also applies to folders created at the same time', async () => {
  const { accountId } = account;
  await sql`
    insert into feed_folders (account_id, id, name, created_at, kept)
    select ${accountId}::bigint, gen_random_uuid(), 'Folder ' || number, now(), true from generate_series(1, 199) as number`.execute(db);
  const create = (name: string) => () => createFolder(service.ctx, accountId, name).then(() => 'created', String);
  const results = await whileLocked(db, sql`select 1 from accounts where id = ${accountId} for update`, [create('One'), create('Another')]);
  assert.deepEqual(results.sort(), ['Error: An account can have at most 200 folders.', 'created']);
});

/** Returns the names of the fields that each entry of the audit log lists. */
async function changedFields(action: string, subjectId: string): Promise<string[][]> {
  const entries = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', action)
    .where('subject_id', '=', subjectId)
    .execute();
  return entries.map(({ detail }) => Object.keys(detail as object)).sort();
}
