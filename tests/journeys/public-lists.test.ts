import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, beforeEach, mock, test } from 'node:test';
import { pino } from 'pino';
import { portOf } from '../../server/src/lib/port-of.ts';
import { publicLists } from '../../server/src/providers/public-lists/public-lists.ts';
import { listFolder, readStoredList } from '../../server/src/providers/public-lists/stored-list.ts';
import { updateWeekly } from '../../server/src/providers/public-lists/update-weekly.ts';
import { startCommandProcess } from '../kit/command-process.ts';
import { testDataDir } from '../kit/server-process.ts';

const dataDir = testDataDir({ withIpData: true });
const command = startCommandProcess();
const environment = { DATA_DIR: dataDir };
const hourMs = 3_600_000;

let respond: (req: IncomingMessage, res: ServerResponse) => void;
let requested: string[] = [];
const server = createServer((req, res) => {
  requested.push(req.url ?? '');
  respond(req, res);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${portOf(server)}`;
const exits = Array.from({ length: 150 }, (_, index) => `185.220.0.${index}`).join('\n');

beforeEach(() => {
  requested = [];
  respond = (_, res) => res.writeHead(200, { 'content-type': 'text/plain' }).end(exits);
  rmSync(listFolder(dataDir), { recursive: true, force: true });
});
after(() => {
  mock.timers.reset();
  server.closeAllConnections();
  server.close();
});

test('data update --list imports a list, rejects unknown names with the available ones, and retains the stored list if a download fails', async () => {
  const imported = await command(['data', 'update', '--list', 'tor-exits', '--from', `${url}/tor`, '--json'], environment);
  assert.deepEqual([imported.code, imported.stderr], [0, '']);
  assert.deepEqual(JSON.parse(imported.stdout), [{ list: 'tor-exits', is_new: true, entries: 150 }]);
  const shown = JSON.parse((await command(['data', 'show', '--json'], environment)).stdout);
  assert.deepEqual(shown.lists, ['tor-exits']);
  const identified = JSON.parse((await command(['identify', '185.220.0.9', '--json'], environment)).stdout);
  assert.deepEqual([identified.kind, identified.no_company_reason], ['vpn', 'relay']);

  const unknown = await command(['data', 'update', '--list', 'tor'], environment);
  assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
  assert.match(unknown.stderr, /There is no list tor\. Available lists: tor-exits, icloud-private-relay, .*openasn\./);
  const several = await command(['data', 'update', '--list', 'all', '--from', url], environment);
  assert.deepEqual([several.code, several.stdout], [1, '']);
  assert.match(several.stderr, /--from can be used with one list only/);

  respond = (_, res) => res.writeHead(503).end();
  const failed = await command(['data', 'update', '--list', 'tor-exits', '--from', `${url}/tor`], environment);
  assert.deepEqual([failed.code, failed.stdout], [1, '']);
  assert.match(failed.stderr, /503/);
  assert.equal(readStoredList(dataDir, 'tor-exits')?.entries.length, 150);
});

test('with DATA_UPDATE=weekly each list is downloaded once a week, and a failed download is retried after an hour', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = Date.parse('2026-11-01T00:00:00Z');
  const lists = publicLists
    .filter(({ name }) => name === 'tor-exits' || name === 'icloud-private-relay')
    .map((list) => ({ ...list, urls: [`${url}/${list.name}`], minEntries: 100 }));
  respond = (req, res) =>
    req.url === '/tor-exits' ? res.writeHead(200, { 'content-type': 'text/plain' }).end(exits) : res.writeHead(500).end();
  const updates = updateWeekly(dataDir, () => new Date(nowMs), pino({ level: 'silent' }), lists);
  const advanceHour = () => {
    nowMs += hourMs;
    mock.timers.tick(hourMs);
    return updates.idle();
  };
  await updates.idle();
  assert.deepEqual(requested, ['/tor-exits', '/icloud-private-relay']);

  respond = (_, res) => res.writeHead(200, { 'content-type': 'text/plain' }).end(exits);
  await advanceHour();
  assert.deepEqual(requested.slice(2), ['/icloud-private-relay']);
  for (let hours = 1; hours < 7 * 24 - 1; hours++) await advanceHour();
  assert.equal(requested.length, 3);
  await advanceHour();
  assert.deepEqual(requested.slice(3), ['/tor-exits']);

  updates.stop();
  for (let hours = 0; hours < 8 * 24; hours++) await advanceHour();
  assert.equal(requested.length, 4);
});

test('with DATA_UPDATE=weekly a stored list that cannot be read prevents neither the update of the others nor later checks', async () => {
  const lists = publicLists
    .filter(({ name }) => name === 'tor-exits' || name === 'icloud-private-relay')
    .map((list) => ({ ...list, urls: [`${url}/${list.name}`], minEntries: 100 }));
  // A folder with the name of the file cannot be read as a file, not even by root.
  mkdirSync(join(listFolder(dataDir), 'tor-exits.json'), { recursive: true });
  const updates = updateWeekly(dataDir, () => new Date('2026-11-01T00:00:00Z'), pino({ level: 'silent' }), lists);
  await updates.idle();
  updates.stop();
  assert.deepEqual(requested, ['/icloud-private-relay']);
});
