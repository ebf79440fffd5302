import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSecret } from './lib/secrets.ts';
import { withoutSecrets } from './log.ts';

test('passwords in URLs and Leadlight secrets are masked', () => {
  const key = createSecret('llk_');
  const text = withoutSecrets(`connect postgres://me:hunter2@db:5432/x failed for ${key}`);
  assert.equal(text, 'connect postgres://me:(secret)@db:5432/x failed for (secret)');
});

test('log lines contain no credentials of requests or errors', () => {
  const key = createSecret('llk_');
  const program = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
    const log = createLog({ logLevel: 'info', logFormat: 'json' });
    log.info({ req: { headers: { authorization: 'Token token=abc', 'x-api-key': 'abc', cookie: 'abc' } }, user: { password: 'abc', token: 'abc' } });
    log.error({ err: new Error('postgres://me:abc@host/db and ${key}') });`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  assert.equal(output.trim().split('\n').length, 2);
  assert.doesNotMatch(output, /abc/);
  assert.ok(!output.includes(key));
  assert.match(output, /\(secret\)/);
});
