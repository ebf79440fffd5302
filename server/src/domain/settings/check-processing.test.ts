import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problem.ts';
import { checkProcessing } from './check-processing.ts';

test('normalizes IP ranges, country codes and hostnames and removes duplicates', () => {
  assert.deepEqual(
    checkProcessing({
      excluded_ips: [' 192.0.2.1', '2001:DB8:0::/32', '2001:db8::/32', '192.0.2.1 - 192.0.2.9', '::ffff:192.0.2.1', '::ffff:192.0.2.7/120'],
      excluded_countries: ['fi', 'FI', 'SE'],
      hostnames: ['*.Example.COM', 'example.com', 'bücher.example'],
      excluded_paths: ['/intern', '/admin*', '/', '/über-uns*', '/%C3%BCber-uns*'],
      page_name: 'url',
    }),
    {
      excluded_ips: ['192.0.2.1', '2001:db8::/32', '192.0.2.1-192.0.2.9', '192.0.2.0/24'],
      excluded_countries: ['FI', 'SE'],
      hostnames: ['example.com', 'xn--bcher-kva.example'],
      excluded_paths: ['/intern', '/admin*', '/', '/%C3%BCber-uns*'],
      page_name: 'url',
    },
  );
});

test('rejects an invalid entry and names its list and index', () => {
  const wrong: [string, string[]][] = [
    ['excluded_ips', ['192.0.2.1', '300.1.1.1']],
    ['excluded_ips', ['192.0.2.0/33']],
    ['excluded_countries', ['XQ']],
    ['hostnames', ['https://example.com']],
    ['hostnames', ['example.com/path']],
    ['hostnames', ['example.com:8080']],
    ['hostnames', ['a b']],
    ['hostnames', ['.']],
    ['hostnames', ['a..b']],
    ['excluded_paths', ['intern']],
    ['excluded_paths', ['/a*b']],
    ['excluded_paths', ['/a?b']],
  ];
  for (const [name, entries] of wrong) {
    assert.throws(
      () => checkProcessing({ [name]: entries }),
      (error) => error instanceof Problem && error.details.attribute === `${name}/${entries.length - 1}`,
      JSON.stringify(entries),
    );
  }
});
