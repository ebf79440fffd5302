import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { renderV1Api } from '../../server/dev/render-v1-api.ts';
import { portOf } from '../../server/src/lib/port-of.ts';
import { startValidatingProxy, violationsOf } from '../kit/validating-proxy.ts';

// These tests check the OpenAPI document with two linters and a client generator.
const resolve = createRequire(import.meta.url).resolve;
const committed = new URL('../../docs/openapi.json', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'leadlight-document-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Finding = { severity: number | string; source?: string };

/** Runs a linter and parses its findings. Linters exit with 1 if there are errors. */
function runLinter(program: string, args: string[], parse: (output: string) => Finding[]): Promise<Finding[]> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((done, fail) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, env, maxBuffer: 100_000_000 }, (error, output, errors) => {
      try {
        done(parse(output));
      } catch {
        fail(new Error(`${program} reported no findings: ${output.slice(0, 1000)} ${errors.slice(0, 1000)} ${error?.message ?? ''}`));
      }
    });
  });
}

const redocly = (document: string) =>
  runLinter(resolve('@redocly/cli/bin/cli.js'), ['lint', document, '--format=json', '--max-problems=1000'], (output) =>
    JSON.parse(output).problems.filter(({ severity }: Finding) => severity === 'error'),
  );

writeFileSync(join(folder, 'spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }));
const spectral = (...documents: string[]) =>
  runLinter(
    resolve('@stoplight/spectral-cli/dist/index.js'),
    ['lint', ...documents, '--ruleset', join(folder, 'spectral.json'), '--format=json', '--quiet'],
    // Spectral prints a sentence instead of a list if there are no findings.
    (output) => (output.trim().startsWith('[') ? JSON.parse(output.slice(0, output.lastIndexOf(']') + 1)) : assertNoResults(output)),
  ).then((all) => all.filter(({ severity }) => severity === 0));

function assertNoResults(output: string): [] {
  assert.match(output, /No results/);
  return [];
}

/** Writes a copy of the document with errors, which both linters must report. Returns its path. */
function writeBroken(): string {
  const document = JSON.parse(readFileSync(committed, 'utf8'));
  const path = join(folder, 'broken.json');
  const { summary, ...accounts } = document.paths['/v1/accounts'].get;
  const get = { ...accounts, operationId: 'getCurrentUser', responses: { 200: { content: {} } } };
  const paths = { '/v1/accounts': { get }, '/v1/users/me': document.paths['/v1/users/me'] };
  writeFileSync(path, JSON.stringify({ ...document, paths }));
  return path;
}

test('Redocly and Spectral find no errors in the document, but report those of a broken one', async () => {
  const broken = writeBroken();
  assert.deepEqual(await redocly(committed), []);
  assert.ok((await redocly(broken)).length > 0);
  // Spectral checks both documents in one run, because loading its rules takes longer than checking the broken document.
  const found = await spectral(committed, broken);
  assert.deepEqual(
    found.filter(({ source }) => source !== broken),
    [],
  );
  assert.ok(found.length > 0);
});

test('the client types match the document', async () => {
  const types = readFileSync(new URL('../kit/v1-api.ts', import.meta.url), 'utf8');
  assert.ok(types === (await renderV1Api()), 'tests/kit/v1-api.ts is stale: run "npm run generate"');
});

test('the validating proxy reports violations of the document', async () => {
  const wrong = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"type":"user","id":7},"meta":{}}');
  }).listen(0, '127.0.0.1');
  after(() => wrong.close());
  await once(wrong, 'listening');
  const proxy = await startValidatingProxy(`http://127.0.0.1:${portOf(wrong)}`);
  const response = await fetch(`${proxy.url}/v1/users/me`, { headers: { 'x-api-key': 'any' } });
  const locations = violationsOf(response).map(({ location }) => location.join('.'));
  assert.ok(locations.includes('response.body.data.id'), locations.join(', '));
  assert.ok(locations.includes('response.body.meta'), locations.join(', '));
});
