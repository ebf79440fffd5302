import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const sources = ['web/src/**/*', 'web/public/**/*', 'web/index.html', 'web/build.ts', 'package-lock.json'];

/** Builds the web application when it is missing or older than its sources. Answers whether it had to. */
export async function buildWeb(root: string, onProgress: (words: string) => void = () => {}): Promise<boolean> {
  const dist = join(root, 'web/dist');
  const stamp = join(dist, '.built');
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= newestSourceMs(root)) return false;
  onProgress('Building the web application (once; a few seconds)');
  const { build } = await import('vite');
  // The bundler changes this for the whole process; what runs after it shall not depend on whether it had to build.
  const { NODE_ENV } = process.env;
  await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: dist,
      emptyOutDir: true,
      target: 'es2022',
      // The policy of the pages allows no inline data but small pictures.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 900,
    },
  });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  for (const path of globSync('**/*.{html,js,css,svg}', { cwd: dist })) pack(join(dist, path));
  writeFileSync(stamp, '');
  return true;
}

/** Packed once here, so that the server never has to. */
function pack(path: string): void {
  const plain = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
}

function newestSourceMs(root: string): number {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs));
}
