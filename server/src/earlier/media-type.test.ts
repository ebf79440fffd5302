import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaTypeFor } from './media-type.ts';

const jsonApi = 'application/vnd.api+json';
const json = 'application/json';

test('plain JSON is sent only if Accept names it but not JSON:API', () => {
  const cases: [string | undefined, string][] = [
    [undefined, jsonApi],
    ['', jsonApi],
    ['*/*', jsonApi],
    ['application/*', jsonApi],
    ['text/html', jsonApi],
    [jsonApi, jsonApi],
    [json, json],
    ['Application/JSON; charset=utf-8', json],
    ['application/json, text/xml, application/xml, */*', json],
    ['text/html;q=0.9, application/json;q=0.1', json],
    [`${json}, ${jsonApi}`, jsonApi],
    [`${json}, ${jsonApi};q=0.1`, jsonApi],
    [`${jsonApi}; ext="x", ${json}`, jsonApi],
    [`${json}, ${jsonApi};q=0`, json],
    [`${json};q=0`, jsonApi],
    [`${json};q=0.000, */*`, jsonApi],
    [`${json};q=0.001`, json],
  ];
  for (const [accept, type] of cases) assert.equal(mediaTypeFor(accept), type, accept);
});
