import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { gunzip } from './gunzip.ts';

const packed = gzipSync('one\ntwo\n');

test('a stream is decompressed, and an incomplete one fails', async () => {
  assert.equal(await text(gunzip(Readable.from([packed]))), 'one\ntwo\n');
  await assert.rejects(text(gunzip(Readable.from([packed.subarray(0, -9)]))), { code: 'Z_BUF_ERROR' });
});

test('an error of the source reaches the reader', async () => {
  const source = Readable.from(
    (async function* () {
      yield packed.subarray(0, 10);
      throw new Error('the disk reported an error');
    })(),
  );
  await assert.rejects(text(gunzip(source)), /the disk reported an error/);
});

test('a reader that stops early closes the source', async () => {
  const source = new Readable({ read() {} });
  const closed = new Promise((resolve) => source.once('close', resolve));
  source.push(packed);
  for await (const chunk of gunzip(source)) {
    assert.equal(String(chunk), 'one\ntwo\n');
    break;
  }
  await closed;
});
