import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSlowRun } from '../../../../tests/kit/growth.ts';
import { iconLinks } from './icon-links.ts';

test('finds the icons of a page in any notation, most suitable size first; omits SVG and other protocols', () => {
  const page = `
    <link rel="shortcut icon" href=/favicon.ico>
    <LINK HREF='icon-32.png?a=1&amp;b=2' sizes="32x32" REL="icon">
    <link rel="icon" sizes="512x512" href="https://cdn.example/512.png"><link rel="apple-touch-icon" href="//cdn.example/touch.png">
    <link rel="icon" type="image/svg+xml" href="/icon"><link rel="icon" href="/icon.svg">
    <link rel="icon" href="javascript:alert(1)"><link rel="icon" href="data:image/png;base64,AA"><link rel="icon" href="http://[">
    <link rel="stylesheet" href="/style.css"><link rel="icon">`;
  assert.deepEqual(iconLinks(page, 'https://www.acme.example/de/'), [
    'https://cdn.example/touch.png',
    'https://cdn.example/512.png',
    'https://www.acme.example/de/icon-32.png?a=1&b=2',
    'https://www.acme.example/favicon.ico',
  ]);
});

test('the time to find icons grows at most about linearly with the page', () => {
  const read = (html: string) => iconLinks(html, 'https://acme.example/');
  const contents = ['<link ', ' rel=', ' rel="', " rel='", ' ', 'a', '<link rel=icon href=/>'];
  for (const content of contents) {
    for (const [begin, end] of [
      ['', ''],
      ['<link', '>'],
      ['<link rel', '>'],
      ['<link rel=', '>'],
    ] as const) {
      const page = (length: number) => `${begin}${content.repeat(length / content.length)}${end}`;
      assert.equal(findSlowRun(read, page), null, page(40));
    }
  }
});
