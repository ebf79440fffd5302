import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { createServer } from './server.ts';

test('every response has a request id: that of the client if it is a UUID, otherwise a new UUID', async () => {
  const server = createServer({ trustProxy: false, publicUrl: 'http://localhost' }, pino({ level: 'silent' }));
  server.get('/', async () => 'one');
  const own = 'a2b9c0de-1f2a-4b3c-8d4e-5f6a7b8c9d0e';
  assert.equal((await server.inject({ url: '/', headers: { 'x-request-id': own } })).headers['x-request-id'], own);
  const requestId = (await server.inject({ url: '/', headers: { 'x-request-id': 'x\r\ny' } })).headers['x-request-id'];
  assert.match(String(requestId), /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  await server.close();
});

test('duplicate slashes in a path count as one, and a forwarded address is accepted from trusted proxies only', async () => {
  const addressWith = async (trustProxy: boolean | number | string[], forwarded = '203.0.113.9, 198.51.100.7') => {
    const server = createServer({ trustProxy, publicUrl: 'http://localhost' }, pino({ level: 'silent' }));
    server.get('/a/b', async (req) => req.ip);
    const response = await server.inject({ url: '//a///b', headers: { 'x-forwarded-for': forwarded } });
    await server.close();
    assert.equal(response.statusCode, 200);
    return response.body;
  };
  assert.equal(await addressWith(false), '127.0.0.1');
  assert.equal(await addressWith(['loopback']), '198.51.100.7');
  assert.equal(await addressWith(1), '198.51.100.7');
  assert.equal(await addressWith(2), '203.0.113.9');
  assert.equal(await addressWith(['10.0.0.0/8']), '127.0.0.1');
  assert.equal(await addressWith(['loopback'], '203.0.113.9, 198.51.100.7:50123'), '198.51.100.7');
  assert.equal(await addressWith(['loopback'], '[2001:db8::1]:50123'), '2001:db8::1');
});
