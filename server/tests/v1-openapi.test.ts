import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { renderDocument } from '../src/v1/openapi/render-document.ts';
import { operations } from '../src/v1/operations/index.ts';
import { startTestService } from './kit/service.ts';

type Described = { summary: string; operationId: string; responses: Record<string, unknown>; security: Record<string, string[]>[] };
type Document = {
  openapi: string;
  info: { version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
};
const document = JSON.parse(renderDocument()) as Document;

test('docs/openapi.json is what the operations say', () => {
  const committed = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  assert.equal(committed, renderDocument(), 'stale: run "npm run generate"');
});

test('a date as version, the status in every summary, every schema suffixed V1, every operation once', () => {
  assert.equal(document.openapi, '3.1.0');
  assert.match(document.info.version, /^\d{4}-\d{2}-\d{2}$/);
  assert.match(document.info.description, /work in progress/);
  for (const name of Object.keys(document.components.schemas)) assert.match(name, /V1$/);
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path, method: method.toUpperCase(), ...one })),
  );
  assert.equal(described.length, operations.length);
  assert.equal(new Set(described.map(({ operationId }) => operationId)).size, operations.length);
  for (const operation of operations) {
    const one = described.find(({ operationId }) => operationId === operation.id)!;
    assert.deepEqual([one.path, one.method], [operation.path, operation.method]);
    assert.equal(one.summary, `${operation.summary} (${operation.status})`);
    for (const status of [operation.success ?? 200, 401, 403, 429, 500, 504]) assert.ok(one.responses[status], `${operation.id} ${status}`);
    assert.deepEqual(one.security, [{ apiKey: [] }, { oauth2: operation.scope === null ? [] : [operation.scope] }]);
  }
});

test('every reference leads somewhere, and every example fits its schema', () => {
  const text = JSON.stringify(document);
  for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    let found: unknown = document;
    for (const part of path!.split('/')) found = (found as Record<string, unknown> | undefined)?.[part];
    assert.ok(found, path);
  }
  for (const { id, body, documentedBody, example, params } of operations) {
    const schema = documentedBody ?? body;
    if (schema && example?.body !== undefined) {
      const compiled = Compile(schema);
      assert.ok(compiled.Check(example.body), `${id}: ${JSON.stringify(compiled.Errors(example.body)[0])}`);
    }
    if (schema) assert.notEqual(example?.body, undefined, `${id} needs an example of its body`);
    if (params && example?.params) assert.ok(Compile(params).Check(example.params), `${id} has an example of its path that does not fit`);
  }
});

test('the service shows its own document and a page for it that fetches nothing from elsewhere', async () => {
  const { url } = await startTestService();
  const served = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  assert.deepEqual(served.servers, [{ url }]);
  assert.deepEqual(Object.keys(served.paths), Object.keys(document.paths));
  const page = await fetch(`${url}/docs`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy')!, /default-src 'self'/);
  const html = await page.text();
  for (const [, source] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    assert.match(source!, /^\//);
    const file = await fetch(`${url}${source}`);
    assert.equal(file.status, 200, source);
    await file.arrayBuffer();
  }
});
