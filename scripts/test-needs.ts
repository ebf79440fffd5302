import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { itemAt } from '../server/src/lib/item-at.ts';

type TestNeeds = { server: boolean; database: boolean; installation: boolean; ipData: boolean; browser: boolean };

/** Finds what must be prepared for test files, from the file names and environment variables that occur in them and their imports. */
export function findTestNeeds(files: readonly string[]): TestNeeds {
  const seen = new Set<string>();
  const needs: TestNeeds = { server: false, database: false, installation: false, ipData: false, browser: false };
  const read = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    needs.server ||= text.includes('server/dist/main.js');
    needs.database ||= /\bLEADLIGHT_TEST_(SERVER|TEMPLATE|NODES|FOLDER|ACCOUNT_BINDING)\b/.test(text);
    needs.installation ||= /\bcopyInstallation\b/.test(text);
    needs.ipData ||= /\bLEADLIGHT_TEST_DATA\b/.test(text);
    needs.browser ||= /\benv\.CHROMIUM_PATH\b/.test(text);
    for (const match of text.matchAll(/(?:\bfrom|\bimport\(?) ?'(\.[^']+\.ts)'/g)) read(join(dirname(file), itemAt(match, 1)));
  };
  for (const file of files) read(file);
  return needs;
}
