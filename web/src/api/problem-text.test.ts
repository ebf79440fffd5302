import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deliveryReasons } from '../texts/de/delivery-reasons.ts';
import { importFindings } from '../texts/de/import-findings.ts';
import { serverMessages } from '../texts/de/server-messages.ts';
import { settingsMessages } from '../texts/de/settings-messages.ts';
import { trackerFindings } from '../texts/de/tracker-findings.ts';
import { translateMessage } from './problem-text.ts';

const messages = { ...importFindings, ...serverMessages, ...settingsMessages, ...trackerFindings, ...deliveryReasons };
const server = join(import.meta.dirname, '../../../server/src');
/** The range of a number, as fields.ts adds it to an error. */
const ranges = [` from $\{min} to $\{max}`, ` of at least $\{min}`, ''];
const withRanges = (source: string) => ranges.map((range) => source.replaceAll(`$\{rangeText(min, max)}`, range)).join('\n');

test('server messages are translated with their values; a message without a translation returns null', () => {
  assert.equal(translateMessage('A tag named "Hot (new)?" already exists.', serverMessages), 'Ein Tag „Hot (new)?“ gibt es schon.');
  assert.equal(
    translateMessage('The e-mail or the password is wrong.', serverMessages),
    'Die E-Mail-Adresse oder das Passwort ist falsch.',
  );
  assert.equal(translateMessage('A message nobody has translated.', serverMessages), null);
});

test('the longest fixed part of each translated message occurs in the sources of the server', () => {
  const source = globSync('{domain,app,providers}/**/*.ts', { cwd: server })
    .map((file) => withRanges(readFileSync(join(server, file), 'utf8')))
    .join('\n');
  const unknown = Object.keys(messages).filter((message) => {
    const fixed = message.split(/"?\{\w+\}"?/).sort((a, b) => b.length - a.length)[0] ?? '';
    return !source.includes(fixed.trim());
  });
  assert.deepEqual(unknown, []);
});

test('a translation has the placeholders of its message', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
  for (const [message, translation] of Object.entries(messages)) {
    // This translation says that the user's role does not allow the action, instead of who may do it.
    if (message.startsWith('{who}')) continue;
    assert.deepEqual(placeholders(translation), placeholders(message), message);
  }
});

test('every finding and error of the tracker check is translated', () => {
  const source = ['find-snippet.ts', 'check-installation.ts']
    .map((file) => readFileSync(join(server, 'domain/tracking', file), 'utf8').replaceAll(/^\s*(\/\*\*|\/\/|\*).*$/gm, ''))
    .join('\n');
  const sentences = [...source.matchAll(/'([^'\n]+\.)'|"([^"\n]+\.)"|`([^`\n]+\.)`/g)].map(([, ...texts]) => texts.join(''));
  assert.ok(sentences.length > 40, `${sentences.length} were found`);
  const untranslated = sentences.filter((text) => translateMessage(text.replaceAll(/\$\{[^}]*\}/g, 'x'), messages) === null);
  assert.deepEqual(untranslated, []);
});

test('every reason for which an import rejects a line or a file is translated', () => {
  const source = globSync('domain/imports/*.ts', { cwd: server })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => withRanges(readFileSync(join(server, file), 'utf8')))
    .join('\n');
  const reasons = [...source.matchAll(/(?:refuse\(|fault: |reasons: \[)(?:'([^'\n]+)'|`([^`\n]+)`)/g)].map(([, ...texts]) =>
    texts.join(''),
  );
  assert.ok(reasons.length > 35, `${reasons.length} were found`);
  // Errors of the objects of a list have this prefix.
  const whole = reasons.filter((text) => !text.endsWith(`.$\{fault}`));
  const untranslated = whole.filter((text) => translateMessage(text.replaceAll(/\$\{[^}]*\}/g, 'x'), importFindings) === null);
  assert.deepEqual(untranslated, []);
  assert.equal(
    translateMessage('financials[0].year must be a whole number from 1900 to 2100; found "12; 13"', importFindings),
    'financials[0].year muss eine ganze Zahl von 1900 bis 2100 sein, nicht „12; 13“',
  );
});
