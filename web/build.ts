import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildFolder, isBuilt, web } from '../bin/built-folder.mjs';

/** Builds the web application when it is missing or was built from other sources. Returns whether it was built. */
export async function buildWeb(root: string, onProgress: (words: string) => void = () => {}): Promise<boolean> {
  if (isBuilt(root, web)) return false;
  onProgress('Building the web application (once; a few seconds)');
  await buildFolder(root, web, (draft) => bundle(root, draft));
  return true;
}

async function bundle(root: string, draft: string): Promise<void> {
  const { build } = await import('vite');
  // The bundler sets NODE_ENV for the whole process, and on a terminal it clears the progress line unless CI is set.
  const { NODE_ENV, CI } = process.env;
  process.env.CI = 'true';
  await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: draft,
      emptyOutDir: true,
      target: 'es2022',
      // The policy of the pages allows no inline data but small pictures.
      assetsInlineLimit: 0,
      // One file, so that the order of the rules does not depend on the pages that were opened.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 900,
    },
  });
  setVariable('NODE_ENV', NODE_ENV);
  setVariable('CI', CI);
  for (const path of globSync('**/*.{html,js,css,svg}', { cwd: draft })) pack(join(draft, path));
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** Packed once here, so that the server never has to. */
function pack(path: string): void {
  const plain = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
}
