import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderConfiguration } from '../../scripts/render-configuration.ts';
import { ConfigError, readConfig } from './config.ts';

test('without any variable everything has its default', () => {
  const config = readConfig({});
  assert.equal(config.port, 8080);
  assert.equal(config.publicUrl, 'http://localhost:8080');
  assert.equal(config.databaseUrl, null);
  assert.equal(config.trustProxy, false);
  assert.ok(config.dataDir.endsWith('/data'));
});

test('the public address follows the port unless it is given', () => {
  assert.equal(readConfig({ PORT: '9000' }).publicUrl, 'http://localhost:9000');
  assert.equal(readConfig({ PORT: '9000', PUBLIC_URL: 'https://leads.example.com/' }).publicUrl, 'https://leads.example.com');
});

test('all mistakes are reported at once, each with the variable, what was found and what is allowed', () => {
  const error = mistakesOf({ PORT: 'abc', TRUST_PROXY: 'x@', LEAD_CONFIDENCE: '2', PUBLIC_URL: 'ftp://x', LOG_LEVEL: 'loud' });
  assert.equal(error.mistakes.length, 5);
  assert.ok(error.mistakes.includes('PORT must be a port number from 1 to 65535; found "abc".'));
  for (const variable of ['TRUST_PROXY', 'LEAD_CONFIDENCE', 'PUBLIC_URL', 'LOG_LEVEL']) {
    assert.ok(error.mistakes.some((mistake) => mistake.startsWith(`${variable} must be `)));
  }
});

test('a wrong database address is not repeated, because it may hold a password', () => {
  const error = mistakesOf({ DATABASE_URL: 'mysql://me:hunter2@host/x' });
  assert.ok(!error.message.includes('hunter2'));
  assert.match(error.message, /^DATABASE_URL must be postgres:/);
});

test('ports and numbers take nothing that only looks like one', () => {
  for (const PORT of ['0', '65536', '80.5', '-1', '1e3', '0x50', ' ']) {
    if (PORT === ' ') assert.equal(readConfig({ PORT }).port, 8080);
    else assert.throws(() => readConfig({ PORT }), ConfigError);
  }
});

test('trusted proxies are a list, a number of hops, or all', () => {
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, loopback,::1' }).trustProxy, ['10.0.0.0/8', 'loopback', '::1']);
  assert.equal(readConfig({ TRUST_PROXY: '2' }).trustProxy, 2);
  assert.equal(readConfig({ TRUST_PROXY: 'true' }).trustProxy, true);
});

test('further names of attributes are pairs', () => {
  assert.deepEqual(readConfig({ EARLIER_ALIASES: 'view_in_app=view_in_other, svc_client_id=other_id' }).earlierAliases, [
    { name: 'view_in_app', alias: 'view_in_other' },
    { name: 'svc_client_id', alias: 'other_id' },
  ]);
  assert.throws(() => readConfig({ EARLIER_ALIASES: 'view_in_app' }), ConfigError);
});

test('docs/configuration.md says what the settings are', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  assert.equal(page, renderConfiguration(), 'stale: run "npm run generate"');
});

function mistakesOf(environment: Record<string, string>): ConfigError {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error;
  }
  throw new assert.AssertionError({ message: 'nothing was refused' });
}
