import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

let loading: Promise<string> | null = null;

/** The script of the API reference. It has megabytes, so it is read for the first reader and not at every start. */
export function viewerScript(): Promise<string> {
  loading ??= readViewerScript();
  return loading;
}

/** The package ships the script as a string literal of its module, in which control characters are not escaped as JSON wants it. */
async function readViewerScript(): Promise<string> {
  const source = await readFile(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference')), 'utf8');
  const literal = /^var standalone_default = (".*");$/m.exec(source)?.[1];
  if (literal === undefined) throw new Error('The script of the API reference is not where @scalar/fastify-api-reference had it.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON does not allow.
  return JSON.parse(literal.replaceAll(/[\u0000-\u001f]/g, (character) => JSON.stringify(character).slice(1, -1)));
}
