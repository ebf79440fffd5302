import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageTypeOf } from './image-type.ts';

test('the image type is detected from the content; SVG and HTML are rejected', () => {
  assert.equal(imageTypeOf(Buffer.from('89504e470d0a1a0a0000000d', 'hex')), 'image/png');
  assert.equal(imageTypeOf(Buffer.from('ffd8ffe000104a46', 'hex')), 'image/jpeg');
  assert.equal(imageTypeOf(Buffer.from('GIF89a....')), 'image/gif');
  assert.equal(imageTypeOf(Buffer.from('RIFF\0\0\0\0WEBPVP8 ')), 'image/webp');
  assert.equal(imageTypeOf(Buffer.from('00000100010010100000', 'hex')), 'image/x-icon');
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"><script>', '<!doctype html>', '', 'PNG', '\ufeff<svg']) {
    assert.equal(imageTypeOf(Buffer.from(text)), null, text);
  }
});
