import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrableDomain } from './registrable-domain.ts';

test('a hostname has the registrable domain of its owner, and a site on a platform has none', () => {
  const domains: [string, string | null][] = [
    ['acme.co.uk', 'acme.co.uk'],
    ['mail.acme.co.uk', 'acme.co.uk'],
    ['https://www.acme.com/contact', 'acme.com'],
    ['students.mit.edu', 'mit.edu'],
    ['acme.github.io', null],
    ['shop.acme.myshopify.com', null],
    ['acme.uk.com', null],
    ['github.io', 'github.io'],
    ['www.github.io', 'github.io'],
    ['www.bücher.de', 'xn--bcher-kva.de'],
    ['mail.xn--bcher-kva.de', 'xn--bcher-kva.de'],
    ['localhost', null],
    ['192.0.2.1', null],
    ['co.uk', null],
    ['', null],
  ];
  for (const [host, domain] of domains) assert.equal(registrableDomain(host), domain, host);
});
