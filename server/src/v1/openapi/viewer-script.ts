import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

let loading: Promise<string> | null = null;

/** Loads the script of the API reference on first use, because it is megabytes in size. After a failure, the next use tries again. */
export function viewerScript(): Promise<string> {
  loading ??= readViewerScript().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The package contains the script as a string literal with unescaped control characters, which JSON does not allow. */
async function readViewerScript(): Promise<string> {
  const source = await readFile(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference')), 'utf8');
  const literal = /^var standalone_default = (".*");$/m.exec(source)?.[1];
  if (literal === undefined) throw new Error('The script of the API reference was not found in @scalar/fastify-api-reference.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be escaped in JSON.
  return JSON.parse(literal.replaceAll(/[\u0000-\u001f]/g, (character) => JSON.stringify(character).slice(1, -1)));
}
