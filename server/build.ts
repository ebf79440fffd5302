import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { buildFolder, server } from '../bin/built-folder.mjs';

/** Entry points of the process and its threads. */
const programs = {
  main: 'server/src/main.ts',
  'background-thread': 'server/src/worker/background-thread.ts',
  'compile-thread': 'server/src/providers/ip-data/compile-thread.ts',
  'parse-registry-thread': 'server/src/providers/ip-data/registry/parse-registry-thread.ts',
  'compile-organizations-thread': 'server/src/providers/ip-data/compile-organizations-thread.ts',
};

/** Packages with many small modules, which take longer to load than to run. */
const bundledPackages = [
  '@fastify/ajv-compiler',
  '@fastify/static',
  '@graphile/logger',
  '@opentelemetry/api',
  'ajv',
  'commander',
  'csv-parse',
  'fast-json-stringify',
  'fastify',
  'graphile-worker',
  'http-errors',
  'i18n-iso-countries',
  'iso-3166',
  'jose',
  'koa',
  'kysely',
  'libphonenumber-js',
  'mime-types',
  'nodemailer',
  'oidc-provider',
  'pg',
  'prom-client',
  'tar-stream',
  'typebox',
];

/** Packages that load their own files or native code, so they cannot be bundled. */
const keptPackages = ['@node-rs/argon2', 'pg-native', 'pino', 'pino-pretty'];

/**
 * Bundles the server into a few files. Loading two thousand modules, once in the process and again in each of its threads, would take
 * most of the startup time and much of the memory.
 */
export async function buildServer(root: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  await buildFolder(root, server, async (dir) => {
    const bundle = await rolldown({
      cwd: root,
      input: programs,
      platform: 'node',
      external: (id, importer) => !/^[./]/.test(id) && !isBundled(id, importer),
      plugins: [
        {
          name: 'source-paths',
          transform: (code, id) => (/node_modules|^\0/.test(id) ? null : pointToSources(code, join(root, server.folder), id)),
        },
      ],
      logLevel: 'silent',
    });
    await bundle.write({ dir, format: 'esm', chunkFileNames: '[name]-[hash].js' });
    await bundle.close();
  });
}

/** The dependencies of a bundled package are bundled, too. */
function isBundled(id: string, importer = ''): boolean {
  const name = packageOf(id);
  if (isBuiltin(id) || keptPackages.includes(name)) return false;
  return importer.includes('node_modules') || bundledPackages.includes(name);
}

function packageOf(id: string): string {
  return id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Keeps paths relative to the source files, where modules find migrations and other files; threads run the bundled programs. */
function pointToSources(code: string, dist: string, file: string): string | null {
  if (!code.includes('import.meta.')) return null;
  const source = relative(dist, file);
  return code
    .replaceAll(/new URL\('\.\/([a-z-]+)\.ts', import\.meta\.url\)/g, (url, name: string) =>
      name in programs ? `new URL('./${name}.js', import.meta.bundled)` : url,
    )
    .replaceAll('import.meta.url', `new URL('${source}', import.meta.bundled).href`)
    .replaceAll('import.meta.dirname', `\`\${import.meta.folder}/${dirname(source)}\``)
    .replaceAll('import.meta.folder', 'import.meta.dirname')
    .replaceAll('import.meta.bundled', 'import.meta.url');
}

if (import.meta.main) await buildServer(join(import.meta.dirname, '..'));
