import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

let loading: Promise<string> | null = null;

/** Loads the script of the API reference on first use, because it is megabytes in size. */
export function viewerScript(): Promise<string> {
  loading ??= readViewerScript();
  return loading;
}

/** The package ships the script as a string literal in which control characters are not escaped as in JSON. */
async function readViewerScript(): Promise<string> {
  const source = await readFile(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference')), 'utf8');
  const literal = /^var standalone_default = (".*");$/m.exec(source)?.[1];
  if (literal === undefined) throw new Error('The script of the API reference was not found in @scalar/fastify-api-reference.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow these.
  return JSON.parse(literal.replaceAll(/[\u0000-\u001f]/g, (character) => JSON.stringify(character).slice(1, -1)));
}
