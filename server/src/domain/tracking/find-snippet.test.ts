import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSnippet, type Installation } from './find-snippet.ts';

const installation: Installation = {
  scriptHash: '1ccbb187ecd599b84c8d',
  publicUrl: 'https://leads.example.com',
  hostnames: [],
  excludedPaths: [],
};
const script = '<script async src="https://leads.example.com/t/1ccbb187ecd599b84c8d.js"></script>';
const inline = '<script>window.leadlight=window.leadlight||function(){}</script>';

type PageOptions = { html?: string; url?: string; status?: number; headers?: Record<string, string>; settings?: Partial<Installation> };

function titles({
  html = inline + script,
  url = 'https://www.example.com/shop/cart',
  status = 200,
  headers = {},
  settings = {},
}: PageOptions) {
  const page = { url, status, headers: { 'content-type': 'text/html', ...headers }, html: `<html><head>${html}</head></html>` };
  return findSnippet(page, { ...installation, ...settings }).map(({ kind, title }) => `${kind}: ${title}`);
}

test('a page with the snippet, with or without quotes, has no faults', () => {
  assert.deepEqual(titles({}), ['good: The snippet is on the page.']);
  assert.deepEqual(titles({ html: inline + script.replaceAll('"', '') }), ['good: The snippet is on the page.']);
});

const problems: [name: string, options: PageOptions, expected: RegExp][] = [
  ['a page that responds with 404', { status: 404 }, /^fault: The page responds with 404/],
  ['an address that is not a web page', { headers: { 'content-type': 'application/pdf' } }, /^fault: .* application\/pdf, not a web page/],
  ['a page without the snippet', { html: '<title>x</title>' }, /^fault: The snippet is not on the page/],
  ['the snippet of another account', { html: script.replace('1ccbb187', 'ffffffff') }, /^fault: .* of another account/],
  ['a snippet in a comment', { html: `<!-- ${script} -->` }, /^fault: .* comment/],
  ['a snippet as text', { html: script.replaceAll('<', '&lt;') }, /^fault: .* as text/],
  ['a page with only the first half of the snippet', { html: inline }, /^fault: Only the first half/],
  [
    'a tag manager on a page without the snippet',
    { html: '<script src="https://www.googletagmanager.com/gtm.js?id=1"></script>' },
    /^doubt: .* tag manager/,
  ],
  [
    'a snippet with an old address of the server',
    { html: script.replace('leads.', 'old.') },
    /^fault: The snippet loads from https:\/\/old\.example\.com/,
  ],
  [
    'a script without TLS on a page with TLS',
    { html: script.replace('https:', 'http:'), settings: { publicUrl: 'http://leads.example.com' } },
    /^fault: The page uses https/,
  ],
  ['a script that waits for a consent manager', { html: script.replace('async', 'type="text/plain"') }, /^doubt: .* consent manager/],
  [
    "a page on a hostname that is not among the account's",
    { settings: { hostnames: ['shop.example'] } },
    /^fault: www\.example\.com is not among your hostnames/,
  ],
  ['a page on an excluded path', { settings: { excludedPaths: ['/shop'] } }, /^fault: The page is excluded by the path \/shop/],
  [
    'a policy that blocks the script',
    { headers: { 'content-security-policy': "script-src 'self' 'unsafe-inline'" } },
    /^fault: .*\(script-src\) blocks the script/,
  ],
  [
    'a policy that blocks the events',
    { headers: { 'content-security-policy': "script-src * 'unsafe-inline'; connect-src 'self'" } },
    /^fault: .*\(connect-src\) blocks the events/,
  ],
  [
    'a policy in a meta element that blocks the script',
    { html: `<meta http-equiv="Content-Security-Policy" content="default-src 'self' 'unsafe-inline'">${inline}${script}` },
    /^fault: .*\(default-src\) blocks the script/,
  ],
  ['a policy against inline scripts', { headers: { 'content-security-policy': 'script-src https:' } }, /^doubt: .* first line/],
];

for (const [name, options, expected] of problems) {
  test(`reports ${name}`, () => {
    const found = titles(options).filter((title) => !title.startsWith('good'));
    assert.match(found[0] ?? '', expected);
  });
}

test('accepts scripts with a nonce or hash of the content security policy', () => {
  const titlesWith = (html: string, policy: string) => titles({ html, headers: { 'content-security-policy': policy } });
  const good = ['good: The snippet is on the page.'];
  const firstLine = 'window.leadlight=window.leadlight||function(){leadlight.q.push(arguments)};leadlight.q=leadlight.q||[]';
  const snippet = (nonce = '') =>
    `<script${nonce}>${firstLine}</script><script${nonce} async src="https://leads.example.com/t/1ccbb187ecd599b84c8d.js"></script>`;
  const documented =
    "script-src https://leads.example.com 'sha256-iOkBK3tVAjuNef7stppYic4JwNDEhAmYGRRa2yIKxSk='; connect-src https://leads.example.com";
  assert.deepEqual(titlesWith(snippet(), documented), good);
  const strict = "default-src 'self' https://leads.example.com 'strict-dynamic'; script-src 'nonce-abc' 'strict-dynamic'";
  assert.deepEqual(titlesWith(snippet(' nonce="abc"'), strict), good);
  assert.match(titlesWith(snippet(' nonce="other"'), strict)[1] ?? '', /^fault: .*blocks the script/);
  assert.match(titlesWith(snippet(), documented.replace('iOkBK', 'other'))[1] ?? '', /^doubt: .* first line/);
  assert.deepEqual(titlesWith(snippet(), "default-src https://leads.example.com 'strict-dynamic'; script-src * 'unsafe-inline'"), good);
});

test('accepts a content security policy only if it allows this server', () => {
  for (const sources of [
    'https://leads.example.com',
    'https://*.example.com',
    '*.example.com',
    'https:',
    'http:',
    '*',
    'leads.example.com:443',
  ]) {
    const policy = `script-src 'unsafe-inline' ${sources}; connect-src ${sources}`;
    assert.deepEqual(titles({ headers: { 'content-security-policy': policy } }), ['good: The snippet is on the page.'], sources);
  }
  const repeated = "script-src * 'unsafe-inline'; script-src 'none'; connect-src *; Connect-Src 'none'";
  assert.deepEqual(titles({ headers: { 'content-security-policy': repeated } }), ['good: The snippet is on the page.'], 'the first counts');
  for (const sources of ['https://example.com', 'http://leads.example.com:8080', "'none'", 'https://leads.example.com/other/']) {
    const policy = `script-src 'unsafe-inline' ${sources}`;
    assert.match(titles({ headers: { 'content-security-policy': policy } })[1] ?? '', /blocks the script/, sources);
  }
});
