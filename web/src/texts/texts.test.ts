import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { parseAst } from 'rolldown/parseAst';
import { texts as firstGerman, industryNames } from './de.ts';
import { texts as germanOfDashboard } from './de-dashboard.ts';
import { texts as germanOfSettings, operationNames } from './de-settings.ts';
import { texts as firstEnglish } from './en.ts';
import { texts as englishOfDashboard } from './en-dashboard.ts';
import { texts as englishOfSettings } from './en-settings.ts';
import type { Plural } from './t.ts';

const [en, de] = [
  { ...firstEnglish, ...englishOfDashboard, ...englishOfSettings },
  { ...firstGerman, ...germanOfDashboard, ...germanOfSettings },
];
const root = join(import.meta.dirname, '..');
const files = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.startsWith('texts/') && !path.includes('.test.'))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
const server = join(root, '../../server/src');
const sourceOf = (path: string) => readFileSync(join(server, path), 'utf8');
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const keys = Object.keys(en) as (keyof typeof en)[];

const placeholders = (text: string | Plural) => {
  const patterns = typeof text === 'string' ? [text] : [text.one, text.other];
  return [...new Set(patterns.flatMap((pattern) => pattern.match(/\{\w+\}/g) ?? []))].sort();
};

test('German has every key of English, with the same placeholders', () => {
  assert.deepEqual(Object.keys(de).sort(), keys.toSorted());
  for (const key of keys) assert.deepEqual(placeholders(de[key]), placeholders(en[key]), key);
});

test('keys with the same prefix are in the same file', () => {
  for (const language of ['en', 'de']) {
    const prefixes = globSync(`texts/${language}/*.ts`, { cwd: root }).flatMap((path) => {
      const found = readFileSync(join(root, path), 'utf8').matchAll(/^ {2}'(\w+)\.[\w. -]+': /gm);
      return [...new Set([...found].map(([, prefix]) => prefix))];
    });
    assert.ok(prefixes.length > 50);
    assert.deepEqual(prefixes, [...new Set(prefixes)], 'a prefix is in two files');
  }
});

test('the notifications of a user and the alerts of a feed have different names', () => {
  for (const texts of [en, de]) assert.notEqual(texts['notifications.title'], texts['common.alerts']);
});

test('every industry of the directory has a unique German name', () => {
  const rows: { name: string }[] = parse(readFileSync(join(root, '../../server/data/industries.csv')), { columns: true });
  assert.deepEqual(Object.keys(industryNames).sort(), rows.map(({ name }) => name).sort());
  const names = Object.values(industryNames);
  assert.equal(new Set(names).size, names.length, 'two industries have the same German name');
});

test('every operation of the versioned API has a German name', () => {
  const ids = globSync('v1/operations/*/*.ts', { cwd: server }).flatMap((path) => /^ {2}id: '(\w+)',$/m.exec(sourceOf(path))?.[1] ?? []);
  assert.ok(ids.length > 50);
  assert.deepEqual(Object.keys(operationNames).sort(), ids.sort());
});

test('every action of the audit log, and every property of its details, is translated', () => {
  const sources = globSync('**/*.ts', { cwd: server })
    .map(sourceOf)
    .filter((source) => source.includes('/record-audit.ts'));
  const used = sources.flatMap((source) => {
    // Actions are recognized by the code before them, because qualified column names look the same.
    const actions = [...source.matchAll(/(?:action: |Id, )'([a-z_]+)\.([a-z_]+)'/g)];
    const details = [...source.matchAll(/detail(?: =|:) \{ ([^{}]+) \}/g)].flatMap(([, parts = '']) => parts.split(', '));
    return [
      ...actions.flatMap(([, subject, verb]) => [`auditSubject.${subject}`, `auditVerb.${verb}`]),
      ...details.filter((part) => /^\w+(:|$)/.test(part)).map((part) => `auditProperty.${snakeCase(part.split(':')[0] ?? '')}`),
    ];
  });
  const settings = ['cookie-consent', 'data-processing', 'outreach'].flatMap((name) =>
    [...sourceOf(`domain/settings/${name}.ts`).matchAll(/^ {2}(\w+): .+;$/gm)].map(([, property]) => `auditProperty.${property}`),
  );
  assert.ok(sources.length > 30 && settings.length > 15);
  assert.deepEqual(
    [...used, ...settings].filter((key) => !(key in en)),
    [],
  );
});

test('every key is used by a source file', () => {
  const isUsed = usesOf(files);
  assert.deepEqual(
    keys.filter((key) => !isUsed(key)),
    [],
  );
});

test('the texts of the settings are used only by their pages, which load them', () => {
  // The command palette, which lists the pages of the settings, uses settings-pages.ts.
  const isUsedElsewhere = usesOf(files.filter(({ path }) => !path.startsWith('settings/') || path === 'settings/settings-pages.ts'));
  assert.deepEqual(Object.keys(englishOfSettings).filter(isUsedElsewhere), []);
});

test('the texts of the dashboard are used only by pages that load them', () => {
  const loading = ['dashboard/', 'live/', 'charts/', 'visits/', 'goals/goal-page.tsx'];
  const isUsedElsewhere = usesOf(files.filter(({ path }) => loading.every((start) => !path.startsWith(start))));
  assert.deepEqual(Object.keys(englishOfDashboard).filter(isUsedElsewhere), []);
});

/** Returns a function that tells whether a key is used by one of the files. */
function usesOf(searched: typeof files): (key: string) => boolean {
  const all = searched.map(({ source }) => source).join('\n');
  const used = new Set([...all.matchAll(/'(\w+\.[\w.]+)'/g)].map(([, key]) => key!));
  // Codes that the server sends: tCode('role', …) uses every key that begins with role, and so does t(`role.${…}`).
  const prefixes = [...all.matchAll(/tCode\(\s*['`](\w+)[.'$]|t\(`(\w+)\.\$/g)].map(([, code, template]) => `${code ?? template}.`);
  return (key) => used.has(key) || prefixes.some((prefix) => key.startsWith(prefix));
}

test('source files contain no literal texts that a reader would see', () => {
  const found = files.flatMap(({ path, source }) => literalTexts(path, source).map((text) => `${path}: ${text}`));
  assert.deepEqual(found, []);
});

test('literal texts are found in children, in attributes and in expressions', () => {
  const page = `export const Page = () => <p title="Old title">Some words {isOpen ? 'Close it' : null}<b aria-label={'Label'} /></p>;`;
  assert.deepEqual(literalTexts('page.tsx', page), ['Old title', 'Some words', 'Close it', 'Label']);
});

type Node = { type: string; [property: string]: unknown };

/** Paths, grants and the names of keys, browsers, systems and file formats are the same in every language. */
const names =
  /^(\/|authorization_code |Excel \(|(Enter|Escape|Esc|Tab|Backspace|Arrow(Up|Down|Left|Right)|Leadlight|SMTP_URL|UTC|CSV|JSON|Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|Android|Windows|ChromeOS|Linux|GET|POST|PUT|PATCH|DELETE)\b)/;
const technicalAttributes = /^(className|style|type|key|href|autoComplete|role|rel|target|d|viewBox|data-.*|id|name|accept|list)$/;

/** JSX text and string literals that a reader would see: literals that begin with a capitalized word or contain several words. */
function literalTexts(path: string, source: string): string[] {
  const found: string[] = [];
  const isText = (text: string) =>
    /\p{L}{2}/u.test(text) && (/^\p{Lu}\p{Ll}/u.test(text) || /\p{L} \p{L}/u.test(text)) && !names.test(text);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const child of value) visit(child);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    if (/^(Import|Export.*From|TS(Type|Interface|Literal))/.test(node.type) || isTechnical(node)) return;
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node.value)) && !names.test(String(node.value).trim()))
      found.push(String(node.value).trim());
    if (node.type === 'Literal' && typeof node.value === 'string' && isText(node.value)) found.push(node.value);
    if (node.type === 'TemplateLiteral') {
      const text = (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…');
      if (isText(text)) found.push(text);
    }
    for (const property of Object.values(node)) visit(property);
  };
  visit(parseAst(source, { lang: 'tsx' }, path).body);
  return found;
}

/** Whether a node contains no texts for readers: technical attributes, elements with code, and errors for developers. */
function isTechnical(node: Node): boolean {
  if (node.type === 'JSXAttribute') return technicalAttributes.test(String((node.name as { name: unknown }).name));
  if (node.type === 'JSXElement') {
    const { name } = (node.openingElement as { name: { name?: string } }).name as { name?: string };
    return name === 'code' || name === 'pre' || name === 'kbd';
  }
  return node.type === 'NewExpression' && (node.callee as { name?: string }).name === 'Error';
}
