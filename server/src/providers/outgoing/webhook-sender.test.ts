import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { after, test } from 'node:test';
import { portOf } from '../../lib/port-of.ts';
import { webhookSender } from './webhook-sender.ts';

async function listen(response: RequestListener): Promise<string> {
  const server = createServer(response);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${portOf(server)}/`;
}

const message = (url: string) => ({ url, headers: {}, body: '{}' });

test('private addresses are never called, in any notation', async () => {
  const { post } = webhookSender({ allowsPrivate: false, timeoutMs: 2000 });
  const inside = [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1:8443/',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    // A name that resolves to a private address.
    'https://localhost/',
  ];
  for (const url of inside) await assert.rejects(post(message(url)), /not a public address/, url);
  await assert.rejects(post(message('http://example.com/')), /https/);
});

test('redirects are not followed', async () => {
  let followed = 0;
  const target = await listen((_, res) => {
    followed++;
    res.end();
  });
  const url = await listen((_, res) => res.writeHead(302, { location: target }).end());
  assert.equal(await webhookSender({ allowsPrivate: true }).post(message(url)), 302);
  assert.equal(followed, 0);
});

test('a request times out if the receiver does not respond, or if its response does not end', async () => {
  const silent = await listen(() => {});
  await assert.rejects(webhookSender({ allowsPrivate: true, timeoutMs: 200 }).post(message(silent)));
  const endless = await listen((_, res) => {
    res.writeHead(200);
    const more = setInterval(() => res.write('x'), 20);
    res.on('close', () => clearInterval(more));
  });
  await assert.rejects(webhookSender({ allowsPrivate: true, timeoutMs: 300 }).post(message(endless)));
});

test('a long response is not read to the end, and its status is returned', async () => {
  const url = await listen((_, res) => {
    res.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024);
    const writeMore = () => {
      while (!res.destroyed && res.write(chunk));
    };
    res.on('drain', writeMore);
    writeMore();
  });
  assert.equal(await webhookSender({ allowsPrivate: true, timeoutMs: 5000 }).post(message(url)), 200);
});
