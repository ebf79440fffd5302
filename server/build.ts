import { dirname, join, relative } from 'node:path';
import { buildFolder, server } from '../bin/built-folder.mjs';

/** The programs that processes and threads run. */
const programs = {
  main: 'server/src/main.ts',
  'background-thread': 'server/src/worker/background-thread.ts',
  'compile-thread': 'server/src/providers/ip-data/compile-thread.ts',
  'compile-organizations-thread': 'server/src/providers/ip-data/compile-organizations-thread.ts',
};

/** Packages of many small modules. Loading a module takes longer than running it. */
const bundledPackages = [
  'commander',
  'csv-parse',
  'iso-3166',
  'jose',
  'kysely',
  'libphonenumber-js',
  'nodemailer',
  'oidc-provider',
  'typebox',
];

/**
 * Bundles the server into few files. Two thousand modules, loaded by the process and again by its thread, are most of the time and a
 * good part of the memory of a start.
 */
export async function buildServer(root: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  await buildFolder(root, server, async (dir) => {
    const bundle = await rolldown({
      cwd: root,
      input: programs,
      platform: 'node',
      external: (id) => !/^[./]/.test(id) && !bundledPackages.includes(packageOf(id)),
      plugins: [
        {
          name: 'source-paths',
          transform: (code, id) => (id.includes('node_modules') ? null : pointToSources(code, join(root, server.folder), id)),
        },
      ],
      logLevel: 'silent',
    });
    await bundle.write({ dir, format: 'esm', chunkFileNames: '[name]-[hash].js' });
    await bundle.close();
  });
}

function packageOf(id: string): string {
  return id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Modules find files, such as migrations, from where their source is; threads run the bundled programs. */
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
