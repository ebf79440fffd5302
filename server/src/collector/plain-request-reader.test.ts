import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlainRequestReader } from './plain-request-reader.ts';

const reader = new PlainRequestReader('/collect', 100);
const read = (text: string) => reader.read(Buffer.from(text, 'latin1'));
const withHead = (...lines: string[]) => `POST /collect HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;

test('a plain request is read with the headers that the collector uses', () => {
  const text = withHead('Host: x', 'User-Agent:  Mozilla/5.0 \t', 'ORIGIN:https://a.example', 'X-Other: \xe9', 'Content-Length: 4');
  assert.deepEqual(read(`${text}\xc3\xa9{}`), {
    headers: { 'user-agent': 'Mozilla/5.0', origin: 'https://a.example' },
    body: 'é{}',
  });
  assert.deepEqual(read(`${withHead('host: x', 'connection: Keep-Alive', 'content-length: 0')}`), { headers: {}, body: '' });
});

test('a request is incomplete until its whole body has arrived', () => {
  const head = withHead('Host: x', 'Content-Length: 4');
  assert.equal(read(`${head}{}`), head.length + 4);
});

test('ambiguous requests, and all requests other than a plain POST, are left to node:http', () => {
  const length = 'Content-Length: 2';
  for (const text of [
    'GET /collect HTTP/1.1\r\nHost: x\r\n\r\n',
    `POST /collect HTTP/1.0\r\nHost: x\r\n${length}\r\n\r\n{}`,
    `POST /collect?a HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n{}`,
    `POST /collect HTTP/1.1\nHost: x\n${length}\n\n{}`,
    'POST /collect HTTP/1.1\r\nHost: x\r\nContent-Len',
    `${withHead('Host: x')}{}`,
    `${withHead(length)}{}`,
    `${withHead('Host: x', 'Host: y', length)}{}`,
    `${withHead('Host: x', length, length)}{}`,
    `${withHead('Host: x', 'Content-Length: 2, 2')}{}`,
    `${withHead('Host: x', 'Content-Length: +2')}{}`,
    `${withHead('Host: x', 'Content-Length: 0x2')}{}`,
    `${withHead('Host: x', 'Content-Length:')}{}`,
    `${withHead('Host: x', 'Content-Length: 2\xa0')}{}`,
    `${withHead('Host: x', 'Content-Length:\xa02')}{}`,
    `${withHead('Host: x', length, 'Proxy-Connection: close')}{}`,
    `${withHead('Host: x', length, 'Connection: keep-alive\xa0')}{}`,
    `${withHead('Host: x', 'Content-Length : 2')}{}`,
    `${withHead('Host: x', length, 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    `${withHead('Host: x', length, 'Expect: 100-continue')}{}`,
    `${withHead('Host: x', length, 'Upgrade: h2c')}{}`,
    `${withHead('Host: x', length, 'Connection: close')}{}`,
    `${withHead('Host: x', length, 'X-Folded: one', ' two')}{}`,
    `${withHead('Host: x', length, 'X-Null: \0')}{}`,
    `${withHead('Host: x', length, 'X-Feed: a\nb')}{}`,
    `${withHead('Host: x', length, 'X-Return: a\rb')}{}`,
    `${withHead('Host: x', length, 'no colon')}{}`,
    `${withHead('Host: x', length, ': no name')}{}`,
    `${withHead('Host: x', length, 'User-Agent: a', 'User-Agent: b')}{}`,
    `${withHead('Host: x', length, 'X-Forwarded-For: 1.2.3.4', 'x-forwarded-for: 5.6.7.8')}{}`,
    `${withHead('Host: x', length, `X-Long: ${'a'.repeat(20_000)}`)}{}`,
    `${withHead('Host: x', 'Content-Length: 101')}${'a'.repeat(101)}`,
    `${withHead('Host: x', length)}{}POST /collect HTTP/1.1\r\n`,
  ]) {
    assert.equal(read(text), null, JSON.stringify(text.slice(0, 200)));
  }
});
