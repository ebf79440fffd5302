import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Former private terms with their standard replacements. */
const replacements: Record<string, string> = {
  'forgery token': 'CSRF token',
  'flood gate': 'rate limit',
  'sign of life': 'heartbeat',
  anew: 'again, recompute, rebuild',
  mend: 'fix',
  whoever: 'a specific noun: the caller, the user, the worker',
  'all the same': 'still, nevertheless',
  'let in': 'admit, accept, give access',
  'lets in': 'admits, accepts, gives access',
  'of ours': 'our, own',
  'set aside': 'dead letter',
  'shown out': 'disconnect, close',
  'told apart': 'distinguish, identify',
  'told of': 'notify, report',
  'to be had': 'available',
  'under way': 'in progress, in flight',
};

test('sources, documents and texts use standard terms', () => {
  const root = join(import.meta.dirname, '../..');
  const folders = '{server,web,tracker,bench,scripts,bin,deploy,docs,tests}';
  const patterns = ['*.md', `${folders}/**/*.{ts,tsx,mjs,md,sql,sh,yaml,conf,json}`];
  const isSkipped = (path: string) => /(^|\/)(node_modules|dist|plain-language\.test\.ts)(\/|$)/.test(path);
  const paths = globSync(patterns, { cwd: root, exclude: isSkipped }).filter((path) => !isSkipped(path));
  assert.ok(paths.length > 1000, `${paths.length} files`);
  const term = new RegExp(`\\b(?:${Object.keys(replacements).join('|')})\\b`, 'gi');
  const found = paths.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(term)].map(([word]) => `${path}:${index + 1}: "${word}", write: ${replacements[word.toLowerCase()]}`),
      ),
  );
  assert.deepEqual(found, []);
});
