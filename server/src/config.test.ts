import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { renderConfiguration } from '../../scripts/render-configuration.ts';
import { ConfigError, readConfig, settingList } from './config.ts';
import { required } from './lib/required.ts';
import { tracesUrl } from './tracing-settings.ts';

test('settings have defaults', () => {
  const config = readConfig({});
  assert.equal(config.port, 8080);
  assert.equal(config.publicUrl, 'http://localhost:8080');
  assert.equal(config.databaseUrl, null);
  assert.equal(config.trustProxy, false);
  assert.ok(config.dataDir.endsWith('/data'));
});

test('PUBLIC_URL defaults to localhost with the configured port, and loses a trailing slash', () => {
  assert.equal(readConfig({ PORT: '9000' }).publicUrl, 'http://localhost:9000');
  assert.equal(readConfig({ PORT: '9000', PUBLIC_URL: 'https://leads.example.com/' }).publicUrl, 'https://leads.example.com');
});

test('PUBLIC_URL must not contain credentials', () => {
  for (const credentials of ['ada', 'ada:secret', ':secret'])
    assert.match(configErrorOf({ PUBLIC_URL: `https://${credentials}@leads.example.com` }).message, /^PUBLIC_URL must be /);
});

test('all errors are reported together, each with the variable, what is allowed and the invalid value', () => {
  const environment = { PORT: 'abc', TRUST_PROXY: 'x@', LEAD_CONFIDENCE: '2', PUBLIC_URL: 'ftp://x', LOG_LEVEL: 'loud' };
  const error = configErrorOf(environment);
  assert.equal(error.mistakes.length, 5);
  assert.ok(error.mistakes.includes('PORT must be a port number from 1 to 65535; found "abc".'));
  for (const [variable, value] of Object.entries(environment)) {
    assert.ok(error.mistakes.some((mistake) => mistake.startsWith(`${variable} must be `) && mistake.endsWith(`; found "${value}".`)));
  }
});

test('an invalid DATABASE_URL is not echoed, because it may contain a password', () => {
  const error = configErrorOf({ DATABASE_URL: 'mysql://me:hunter2@host/x' });
  assert.ok(!error.message.includes('hunter2'));
  assert.match(error.message, /^DATABASE_URL must be postgres:/);
});

test('a DATABASE_URL with an unescaped password is rejected without echoing the password', () => {
  // Each password gives a valid URL, but a part of the password becomes the port, database, options or host.
  for (const password of ['12/hunter', '12?hunter', '12#hunter', 'one@54/hunter', 'one@two?hunter', 'hunter%cent']) {
    const error = configErrorOf({ DATABASE_URL: `postgres://leadlight:${password}@coordinator:5432/leadlight` });
    assert.equal(error.mistakes.length, 1, password);
    assert.match(error.message, /^DATABASE_URL must be postgres:.*DATABASE_PASSWORD; found something else/);
    assert.ok(!error.message.includes('hunter'), error.message);
  }
});

test('DATABASE_PASSWORD needs no escaping, and is rejected if DATABASE_URL has a password', () => {
  const DATABASE_PASSWORD = ' p@ss/w:rd?#%41 é';
  const { databaseUrl } = readConfig({ DATABASE_URL: 'postgres://leadlight@coordinator:5432/leadlight', DATABASE_PASSWORD });
  const url = new URL(required(databaseUrl));
  assert.equal(decodeURIComponent(url.password), DATABASE_PASSWORD.trim());
  assert.equal(url.host, 'coordinator:5432');
  assert.match(
    configErrorOf({ DATABASE_URL: 'postgres://leadlight:one@host/x', DATABASE_PASSWORD: 'two' }).message,
    /^DATABASE_URL has a password and DATABASE_PASSWORD is set too/,
  );
  assert.match(
    configErrorOf({ DATABASE_URL: 'postgres://leadlight:one@host/x', DATABASE_PASSWORD: 'two', PORT: 'x' }).message,
    /^PORT must be .*\nDATABASE_URL has a password/,
  );
});

test('PASSWORD_SIGN_IN=owners is rejected without OIDC_ISSUER, because it would have no effect', () => {
  assert.match(configErrorOf({ PASSWORD_SIGN_IN: 'owners' }).message, /^PASSWORD_SIGN_IN is owners, but OIDC_ISSUER is not set/);
  assert.equal(readConfig({ PASSWORD_SIGN_IN: 'owners', OIDC_ISSUER: 'https://login.example.com' }).passwordSignIn, 'owners');
  // An invalid issuer is reported once.
  assert.equal(configErrorOf({ PASSWORD_SIGN_IN: 'owners', OIDC_ISSUER: 'x' }).mistakes.length, 1);
});

test('every secret can be read from the file in NAME_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-secrets-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'secret');
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://a:b@c/d',
    SMTP_URL: 'smtp://a:b@c',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20p',
    SECRET_KEY: 'k'.repeat(32),
  };
  const secrets = settingList.filter(({ secret }) => secret).map(({ variable }) => variable);
  assert.ok(['DATABASE_URL', 'DATABASE_PASSWORD', 'SMTP_URL', 'AI_KEY'].every((variable) => secrets.includes(variable)));
  for (const variable of secrets) {
    const value = values[variable] ?? 'p@ss word';
    writeFileSync(file, `${value}\n`);
    const read = readConfig({ [`${variable}_FILE`]: file });
    assert.deepEqual(read, readConfig({ [variable]: value }), variable);
    assert.notDeepEqual(read, readConfig({}), variable);
    assert.match(configErrorOf({ [variable]: value, [`${variable}_FILE`]: file }).message, /are both set: keep one of them/);
    const missing = configErrorOf({ [`${variable}_FILE`]: join(folder, 'missing') }).message;
    assert.match(missing, new RegExp(`^${variable}_FILE names .*missing, which cannot be read \\(ENOENT\\)`));
  }
  // Only secrets have a _FILE variant.
  writeFileSync(file, '9000');
  assert.equal(readConfig({ PORT_FILE: file }).port, 8080);
});

test('PORT must be a whole number from 1 to 65535; if it is blank, the default applies', () => {
  for (const PORT of ['0', '65536', '80.5', '-1', '1e3', '0x50', ' ']) {
    if (PORT === ' ') assert.equal(readConfig({ PORT }).port, 8080);
    else assert.throws(() => readConfig({ PORT }), ConfigError);
  }
});

test('TRUST_PROXY is a list of addresses and ranges, a number of proxies, or true', () => {
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, loopback,::1' }).trustProxy, ['10.0.0.0/8', 'loopback', '::1']);
  assert.equal(readConfig({ TRUST_PROXY: '2' }).trustProxy, 2);
  for (const TRUST_PROXY of ['10.0.0/8', '1.2.3.4/99', '300.1.1.1', '172.30.0.0/33', 'fe80::/200', '10.0.0.1-10.0.0.9', 'loopback,x'])
    assert.throws(() => readConfig({ TRUST_PROXY }), /TRUST_PROXY/, TRUST_PROXY);
  assert.equal(readConfig({ TRUST_PROXY: 'true' }).trustProxy, true);
});

test('EARLIER_ALIASES is a list of pairs name=alias', () => {
  assert.deepEqual(readConfig({ EARLIER_ALIASES: 'view_in_app=view_in_other, svc_client_id=other_id' }).earlierAliases, [
    { name: 'view_in_app', alias: 'view_in_other' },
    { name: 'svc_client_id', alias: 'other_id' },
  ]);
  assert.throws(() => readConfig({ EARLIER_ALIASES: 'view_in_app' }), ConfigError);
});

test('BACKUP_EVERY is a duration from 15m to 31d and requires a BACKUP_DIR, which must be outside of DATA_DIR', () => {
  const { backupEveryMs, backupDir, backupKeep } = readConfig({});
  assert.deepEqual({ backupEveryMs, backupDir, backupKeep }, { backupEveryMs: null, backupDir: null, backupKeep: 7 });
  const every = (BACKUP_EVERY: string) => readConfig({ BACKUP_EVERY, BACKUP_DIR: '/backups' }).backupEveryMs;
  assert.deepEqual(['15m', '24h', '7d'].map(every), [900_000, 86_400_000, 604_800_000]);
  for (const wrong of ['14m', '32d', '24', '1w', '-1h', 'daily']) assert.throws(() => every(wrong), /^Error: BACKUP_EVERY must be off, or/);
  assert.throws(() => readConfig({ BACKUP_EVERY: '24h' }), /BACKUP_DIR must be a folder outside of DATA_DIR, required if BACKUP_EVERY/);
  assert.throws(() => readConfig({ BACKUP_DIR: '/data/backups', DATA_DIR: '/data' }), /BACKUP_DIR must be a folder outside of DATA_DIR/);
  assert.equal(readConfig({ BACKUP_DIR: '/data-backups', DATA_DIR: '/data' }).backupDir, '/data-backups');
});

test('docs/configuration.md matches the settings', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  assert.equal(page, renderConfiguration(), 'stale: run "npm run generate"');
});

function configErrorOf(environment: Record<string, string>): ConfigError {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error;
  }
  throw new assert.AssertionError({ message: 'readConfig accepted the environment' });
}

test('tracing is configured by the standard OpenTelemetry variables, and invalid headers are not echoed', () => {
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb, x-tenant = 7',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  assert.deepEqual(config.otelHeaders, { authorization: 'Bearer a,b', 'x-tenant': '7' });
  assert.deepEqual([config.otelSampler, config.otelSamplerRatio, config.otelServiceName], ['parentbased_traceidratio', 0.25, 'leadlight']);
  assert.equal(readConfig({}).otelEndpoint, null);
  const { message } = configErrorOf({
    OTEL_EXPORTER_OTLP_HEADERS: 'secret',
    OTEL_TRACES_SAMPLER: 'some',
    OTEL_EXPORTER_OTLP_ENDPOINT: '4318',
  });
  assert.match(message, /OTEL_TRACES_SAMPLER must be always_on, /);
  assert.match(message, /OTEL_EXPORTER_OTLP_ENDPOINT must be a URL/);
  assert.doesNotMatch(message, /secret;|"secret"/);
});

test('traces go to their own endpoint as it is, or to a path of the general one, unless they are off', () => {
  const urlOf = (environment: Record<string, string>) => tracesUrl(readConfig(environment));
  const general = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://general:4318/otlp/' };
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:4318/api/traces/' };
  assert.equal(urlOf({}), null);
  assert.equal(urlOf(general), 'http://general:4318/otlp/v1/traces');
  assert.equal(urlOf(own), 'http://traces:4318/api/traces/');
  assert.equal(urlOf({ ...general, ...own }), 'http://traces:4318/api/traces/');
  assert.equal(urlOf({ ...general, ...own, OTEL_TRACES_EXPORTER: 'otlp' }), 'http://traces:4318/api/traces/');
  assert.equal(urlOf({ ...general, ...own, OTEL_TRACES_EXPORTER: 'none' }), null);
  assert.equal(urlOf({ ...general, ...own, OTEL_SDK_DISABLED: 'true' }), null);
  assert.match(configErrorOf({ OTEL_TRACES_EXPORTER: 'zipkin' }).message, /OTEL_TRACES_EXPORTER must be otlp, none; found "zipkin"/);
});

test('the names of identity provider groups may contain commas and equals signs', () => {
  const { oidcRoles } = readConfig({ OIDC_ROLES: 'CN=sales,OU=x=12:member, it=12:admin' });
  assert.deepEqual(oidcRoles, [
    { group: 'CN=sales,OU=x', accountId: '12', role: 'member' },
    { group: 'it', accountId: '12', role: 'admin' },
  ]);
  for (const text of ['sales=12:member,', 'sales=12:member,,it=12:admin', 'sales=12:member,it', 'sales=12:boss']) {
    assert.match(configErrorOf({ OIDC_ROLES: text }).message, /OIDC_ROLES/, text);
  }
});
