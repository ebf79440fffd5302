import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const stampName = '.built';
const sources = ['web/src/**/*.*', 'web/public/**/*.*', 'web/index.html', 'web/build.ts', 'package-lock.json'];

/** Whether the application was built from the sources that are here; by their contents, because copies have new dates. */
export function isWebBuilt(root: string): boolean {
  const stamp = stampFile(root);
  // An image holds what was built, without the sources.
  return existsSync(stamp) && (!existsSync(join(root, 'web/src')) || readFileSync(stamp, 'utf8') === sourcesHash(root));
}

/** Builds the web application when it is missing or was built from other sources. Returns whether it was built. */
export async function buildWeb(root: string, onProgress: (words: string) => void = () => {}): Promise<boolean> {
  if (isWebBuilt(root)) return false;
  onProgress('Building the web application (once; a few seconds)');
  const dist = join(root, 'web/dist');
  // Several servers may start at once: each builds for itself, and the folder is always whole.
  const draft = `${dist}.${process.pid}`;
  const hash = sourcesHash(root);
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
  writeFileSync(join(draft, stampName), hash);
  putInPlace(draft, dist);
  return true;
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

function putInPlace(draft: string, dist: string): void {
  rmSync(dist, { recursive: true, force: true });
  try {
    renameSync(draft, dist);
  } catch (error) {
    // Another process was quicker, with the same result.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}

function stampFile(root: string): string {
  return join(root, 'web/dist', stampName);
}

/** Packed once here, so that the server never has to. */
function pack(path: string): void {
  const plain = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
}

function sourcesHash(root: string): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
