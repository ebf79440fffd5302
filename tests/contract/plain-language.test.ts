import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Former private terms and British spellings, with their replacements. */
const replacements: Record<string, string> = {
  'forgery token': 'CSRF token',
  'flood gate': 'rate limit',
  'sign of life': 'heartbeat',
  anew: 'again, recompute, rebuild',
  behaviour: 'behavior',
  catalogue: 'catalog',
  colour: 'color',
  'const answer': 'const response',
  'cut into visits': 'sessionize',
  'cut visits': 'sessionize',
  cutVisits: 'sessionize',
  mayEdit: 'canEdit',
  mayManage: 'canManage',
  mend: 'fix',
  'order of refusals': 'order of errors',
  'process of its own': 'its own process',
  refusalOf: 'errorOf, errorResponse, toApiError',
  RefusalCause: 'ProblemCause',
  whoever: 'a specific noun: the caller, the user, the worker',
  'all the same': 'still, nevertheless',
  'let in': 'admit, accept, give access',
  'lets in': 'admits, accepts, gives access',
  neighbour: 'neighbor',
  'of ours': 'our, own',
  'set aside': 'dead letter',
  'set-up link': 'setup link',
  'shown out': 'disconnect, close',
  'told apart': 'distinguish, identify',
  'told of': 'notify, report',
  'stands in for': 'simulates, represents',
  'thread of its own': 'its own thread',
  'to be had': 'available',
  'under way': 'in progress, in flight',
  useWork: 'useWorkspace',
};

function replacementOf(word: string): string | undefined {
  return Object.entries(replacements).find(([term]) => term.toLowerCase() === word.toLowerCase())?.[1];
}

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
      .flatMap((line, index) => [...line.matchAll(term)].map(([word]) => `${path}:${index + 1}: "${word}", write: ${replacementOf(word)}`)),
  );
  assert.deepEqual(found, []);
});
