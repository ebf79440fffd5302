import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

/** The scripts are standalone; the parts are expressions that the server inserts into the script of an account that needs them. */
const scripts = ['tracker', 'forms'];
const parts = ['tcf', 'google-consent-mode', 'analytics-ids', 'partner-cookies'];

const minifyOptions = { minify: true, target: 'es2021', charset: 'ascii', legalComments: 'none' } as const;

/** Returns the text of each file in `built/` by its name. Run this module to write the files. */
export async function buildTracker(): Promise<Record<string, string>> {
  const names = [...scripts, ...parts];
  const texts = await Promise.all([...scripts.map(buildScript), ...parts.map(buildPart)]);
  return Object.fromEntries(names.map((name, index) => [`${name}.js`, `${texts[index]!.trim()}\n`]));
}

async function buildScript(name: string): Promise<string> {
  const entryPoint = fileURLToPath(new URL(`src/${name}.ts`, import.meta.url));
  const bundle = await build({ ...minifyOptions, entryPoints: [entryPoint], bundle: true, format: 'iife', write: false, tsconfigRaw: {} });
  // The second pass merges the declarations that the first keeps separate because they come from different files.
  return (await transform(bundle.outputFiles[0]!.text, minifyOptions)).code;
}

async function buildPart(name: string): Promise<string> {
  const source = await readFile(new URL(`src/parts/${name}.ts`, import.meta.url), 'utf8');
  const { code } = await transform(source, { ...minifyOptions, loader: 'ts' });
  return code.replace(/^export default (.*?);?\s*$/s, '$1');
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await buildTracker())) {
    await writeFile(new URL(`built/${name}`, import.meta.url), text);
  }
}
