import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { isRecord } from '../../server/src/lib/is-record.ts';
import { required } from '../../server/src/lib/required.ts';
import { exampleResponse } from '../../server/src/v1/openapi/describe-operation.ts';
import { renderOpenapi } from '../../server/src/v1/openapi/render-openapi.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';

type Parameter = { name: string; in: string; example?: unknown };
type DocumentedOperation = {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters: (Parameter & { $ref?: string })[];
  requestBody?: { content: { 'application/json': { example?: unknown } } };
  responses: Record<
    string,
    {
      content?: {
        'application/json': { example?: { data: unknown; meta: { request_id: string; credits?: unknown; pagination?: unknown } } };
      };
    }
  >;
};
type Document = {
  openapi: string;
  info: { version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
};
const document: Document = JSON.parse(renderOpenapi());

test('docs/openapi.json matches the operations', () => {
  const committed = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  assert.equal(committed, renderOpenapi(), 'stale: run "npm run generate"');
});

test('the version is a date, and the name of every schema ends in V1', () => {
  assert.equal(document.openapi, '3.1.0');
  assert.match(document.info.version, /^\d{4}-\d{2}-\d{2}$/);
  assert.match(document.info.description, /work in progress/);
  for (const name of Object.keys(document.components.schemas)) assert.match(name, /V1$/);
});

test('every operation is documented once, with its path, method, summary, status, responses and security', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  assert.equal(documented.length, operations.length);
  assert.equal(new Set(documented.map(({ operationId }) => operationId)).size, operations.length);
  for (const operation of operations) {
    const found = required(documented.find(({ operationId }) => operationId === operation.id));
    assert.deepEqual([found.path, found.method], [operation.path, operation.method]);
    assert.equal(found.summary, `${operation.summary} (${operation.status})`);
    for (const status of [operation.success ?? 200, 401, 403, 429, 500, 504])
      assert.ok(found.responses[status], `${operation.id} ${status}`);
    assert.deepEqual(found.security, [{ apiKey: [] }, { oauth2: operation.scope === null ? [] : [operation.scope] }]);
  }
});

test('examples show no charge for free operations and new jobs, whose work has not begun', () => {
  const metaOf = (id: string) => {
    const { data, meta } = exampleResponse(required(operations.find((operation) => operation.id === id)));
    return { data: JSON.stringify(data), credits: isRecord(meta) ? meta.credits : undefined };
  };
  for (const id of ['matchCompanies', 'searchCompanies', 'searchContacts', 'createFindContactDataJob'])
    assert.deepEqual(metaOf(id).credits, { charged: 0 }, id);
  assert.deepEqual(metaOf('getCompany').credits, { charged: 1 });
  for (const id of ['createFindContactDataJob', 'createCompanyEnrichmentJob']) {
    assert.match(metaOf(id).data, /"status":"running".*"progress":\{"total":2,"done":0\}/);
    assert.match(metaOf(id).data, /"charged":0/);
  }
});

test('every operation documents 400, because it rejects unknown filters, and those with a body 413 and 415', () => {
  for (const { id, body, responses } of operations.map((operation) => ({
    ...operation,
    responses: required(
      Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .find(({ operationId }) => operationId === operation.id),
    ).responses,
  })))
    for (const status of body ? [400, 413, 415] : [400]) assert.ok(responses[status], `${id} ${status}`);
});

test('every reference resolves, and the declared examples of bodies and path parameters match their schemas', () => {
  const text = JSON.stringify(document);
  for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    assert.ok(resolveReference(`#/${path}`), path);
  }
  for (const { id, body, documentedBody, example, params } of operations) {
    const schema = documentedBody ?? body;
    if (schema && example?.body !== undefined) {
      const compiled = Compile(schema);
      assert.ok(compiled.Check(example.body), `${id}: ${JSON.stringify(compiled.Errors(example.body)[0])}`);
    }
    if (schema) assert.notEqual(example?.body, undefined, `${id} needs an example of its body`);
    if (params && example?.params) assert.ok(Compile(params).Check(example.params), `${id} has invalid example path parameters`);
  }
});

test('every operation has examples of its parameters, body and response; those of parameters and response match their schemas', () => {
  // The examples are read from the document, so that the test checks exactly what readers see.
  const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const dereference = (value: { $ref?: string }) => (value.$ref === undefined ? value : resolveReference(value.$ref));
  for (const operation of operations) {
    const { parameters, requestBody, responses } = required(documented.find(({ operationId }) => operationId === operation.id));
    for (const parameter of parameters.map(dereference) as Parameter[]) {
      if (parameter.in === 'header' || parameter.name.startsWith('page[') || parameter.name === 'include') continue;
      assert.notEqual(parameter.example, undefined, `${operation.id} ${parameter.name}`);
      const declared = { ...properties(operation.params), ...properties(operation.query) }[parameter.name];
      if (declared && !('enum' in declared && declared.type !== 'string')) {
        const text = String(parameter.example);
        const value =
          declared.type === 'integer' || declared.type === 'number' ? Number(text) : declared.type === 'boolean' ? text === 'true' : text;
        assert.ok(Compile(declared).Check(value), `${operation.id} ${parameter.name}: ${text}`);
      }
    }
    assert.equal(requestBody !== undefined, operation.body !== undefined, operation.id);
    if (requestBody) assert.notEqual(requestBody.content['application/json'].example, undefined, operation.id);
    const response = required(responses[operation.success ?? 200]).content?.['application/json'].example;
    if (!operation.data) {
      assert.equal(response, undefined);
      continue;
    }
    const data = Compile(operation.data);
    assert.ok(response, operation.id);
    assert.ok(data.Check(response.data), `${operation.id}: ${JSON.stringify(data.Errors(response.data)[0])}`);
    assert.match(response.meta.request_id, /^[0-9a-f-]{36}$/);
    assert.equal(response.meta.credits !== undefined, operation.credits !== undefined);
    assert.equal(response.meta.pagination !== undefined, operation.paging !== undefined);
  }
});

test('the example of a created job has only the attributes of a new job', () => {
  const created = exampleResponse(required(operations.find(({ id }) => id === 'createBatchRemoveFromListJob'))).data as {
    attributes: object;
  };
  assert.deepEqual(Object.keys(created.attributes), ['status', 'created_at', 'configuration']);
  const done = exampleResponse(required(operations.find(({ id }) => id === 'getBatchRemoveFromListJob'))).data as { attributes: object };
  assert.deepEqual(Object.keys(done.attributes), ['status', 'created_at', 'completed_at', 'configuration', 'results', 'summary']);
});

function properties(schema: TSchema | undefined): Record<string, { type?: string }> {
  return (schema as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};
}

function resolveReference(reference: string): unknown {
  let value: unknown = document;
  for (const part of reference.slice('#/'.length).split('/')) value = isRecord(value) ? value[part] : undefined;
  return value;
}

test('the service serves the OpenAPI document and a documentation page that loads nothing from third parties', async () => {
  const { url } = await startTestService();
  const served = await readJson<Document>(await fetch(`${url}/openapi.json`));
  assert.deepEqual(served.servers, [{ url }]);
  assert.deepEqual(Object.keys(served.paths), Object.keys(document.paths));
  const page = await fetch(`${url}/docs`);
  assert.equal(page.status, 200);
  assert.match(required(page.headers.get('content-security-policy')), /default-src 'self'/);
  const html = await page.text();
  for (const [, source] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    assert.match(required(source), /^\//);
    const file = await fetch(`${url}${source}`);
    assert.equal(file.status, 200, source);
    await file.arrayBuffer();
  }
});
