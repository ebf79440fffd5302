import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { renderOpenapi } from '../../server/src/v1/openapi/render-openapi.ts';

/**
 * The table is independent of the declarations, so that the tests notice a renamed path or a missing operation. It is a promise to
 * clients: rows may be added, but not changed.
 */
const [, ...rows] = readFileSync(new URL('v1-operations.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const table = rows.map((row) => {
  const [group, operation, method, path, scope, paging, reportsCredits] = row.split(',') as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { group, operation, method, path, scope, paging, reportsCredits };
});

type Described = {
  tags: string[];
  summary: string;
  security: { apiKey?: string[]; oauth2?: string[] }[];
  parameters: { $ref?: string }[];
  responses: Record<string, { content?: { 'application/json': { schema: { $ref: string } } } }>;
};
type Meta = { properties: { meta: { properties: Record<string, unknown> } } };
const document: {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Meta> };
} = JSON.parse(renderOpenapi());

function rowOf(path: string, method: string, described: Described) {
  const pages = described.parameters.flatMap(({ $ref }) => $ref?.match(/\/Page(Num|Cursor)$/)?.[1] ?? []);
  const success = required(Object.entries(described.responses).find(([status]) => status.startsWith('2')))[1];
  const schema = success.content?.['application/json'].schema.$ref.split('/').at(-1);
  const meta = schema === undefined ? {} : required(document.components.schemas[schema]).properties.meta.properties;
  return {
    group: firstOf(described.tags),
    operation: described.summary.replace(/ \(available\)$/, ''),
    method: method.toUpperCase(),
    path,
    scope: required(described.security.find(({ oauth2 }) => oauth2)?.oauth2).join(' '),
    paging: pages.includes('Num') ? 'page' : pages.includes('Cursor') ? 'cursor' : '',
    reportsCredits: 'credits' in meta ? 'yes' : 'no',
  };
}

test('the document has the ninety operations of the table with method, path, scope, pagination and charge', () => {
  assert.equal(table.length, 90);
  for (const row of table) {
    const described = document.paths[row.path]?.[row.method.toLowerCase()];
    assert.ok(described, `${row.operation}: ${row.method} ${row.path} is missing`);
    assert.deepEqual(rowOf(row.path, row.method, described), row);
  }
});

test('apart from the table, the document only has server-side tracking', () => {
  const known = new Set(table.map(({ method, path }) => `${method} ${path}`));
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(
    all.filter((name) => !known.has(name)),
    ['POST /v1/collect'],
  );
});

test('the document has the groups of operations in the order of the table', () => {
  const groups = [...new Set(table.map(({ group }) => group))];
  const documented = [...new Set(Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)))];
  assert.deepEqual(documented.slice(0, groups.length), groups);
});
