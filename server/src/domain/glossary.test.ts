import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { itemAt } from '../lib/item-at.ts';
import { required } from '../lib/required.ts';

const root = join(import.meta.dirname, '../../..');
const [nouns = '', terms = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Technical terms');
const rows = nouns
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()));

const namesInColumn = (column: number) =>
  new Set(rows.flatMap((cells) => [...itemAt(cells, column).matchAll(/`([^`]+)`/g)].map(([, name]) => required(name))));

test('every table in the glossary exists', () => {
  const structure = readFileSync(join(root, 'server/src/db/structure.sql'), 'utf8');
  const tables = new Set([...structure.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name]) => required(name)));
  assert.deepEqual(
    [...namesInColumn(3)].filter((name) => !tables.has(name)),
    [],
  );
});

test('every settings page in the glossary exists', () => {
  const texts = globSync('web/src/texts/en/*.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  const pages = new Set(texts.flatMap((text) => [...text.matchAll(/'settingsPage\.\w+': '([^']+)'/g)].map(([, name]) => required(name))));
  const screens = rows.flatMap((cells) => itemAt(cells, 6).split('; '));
  assert.deepEqual(
    screens.filter((screen) => screen.startsWith('Settings, ') && !pages.has(screen.replace('Settings, ', ''))),
    [],
  );
});

test('the glossary names every folder of the domain, and no other folder', () => {
  const folders = new Set(globSync('*/', { cwd: import.meta.dirname }).map((folder) => folder.replace(/\/$/, '')));
  assert.deepEqual([...namesInColumn(4)].sort(), [...folders].sort());
});

test('every file named for a technical term in the glossary exists', () => {
  const paths = [...terms.matchAll(/`([\w.-]+(?:\/[\w.-]*)+)`/g)].map(([, path]) => required(path));
  assert.ok(paths.length > 40, `${paths.length} paths`);
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(root, 'server/src', path)) && !existsSync(join(root, path))),
    [],
  );
});
