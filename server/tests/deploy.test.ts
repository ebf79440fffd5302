import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { settingList } from '../src/config.ts';
import { roles } from '../src/doors.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings = new Set(settingList.map(({ variable }) => variable));
const foreign = /^(NODE_|POSTGRES_|PG|DOMAIN$|UPSTREAMS$|COLLECTORS$|NODES$)/;

test('every setting that the recipes give to the service is one that it reads', () => {
  const given = ['deploy/compose.yaml', 'deploy/cluster/compose.yaml'].flatMap((path) =>
    [...read(path).matchAll(/^ +([A-Z_]+): /gm)].map(([, name]) => name!),
  );
  given.push(...(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '').split(' ').map((pair) => pair.split('=')[0]!));
  given.push(...(/^Environment=(.*)$/m.exec(read('deploy/leadlight.service'))?.[1] ?? '').split(' ').map((pair) => pair.split('=')[0]!));
  assert.ok(given.includes('PUBLIC_URL') && given.includes('DATABASE_URL') && given.includes('LOG_FORMAT'));
  assert.deepEqual(
    given.filter((name) => !settings.has(name) && !foreign.test(name)),
    [],
  );
});

test('the cluster runs every role more than once', () => {
  const started = [...read('deploy/cluster/compose.yaml').matchAll(/--role, (\w+)\]/g)].map(([, role]) => role!);
  for (const role of roles) assert.ok(started.filter((one) => one === role).length >= 2, role);
});

test('the image copies what is there and starts what is there', () => {
  const recipe = read('deploy/Dockerfile');
  const copied = [...recipe.matchAll(/^COPY (?:--from=web )?(.+)$/gm)].flatMap(([, paths]) => paths!.split(' ').slice(0, -1));
  const ours = copied.filter((path) => !path.startsWith('--')).map((path) => path.replace('/app/', ''));
  for (const path of ours) assert.ok(path.includes('node_modules') || existsSync(join(root, path)), path);
  assert.match(recipe, /^USER node$/m);
  assert.ok(existsSync(join(root, /\/app\/(\S+main\.ts)/.exec(read('deploy/leadlight'))![1]!)));
});

test('what the program imports is among its dependencies, not only among those of its tests', () => {
  const { dependencies } = JSON.parse(read('server/package.json'));
  const web = JSON.parse(read('web/package.json')).dependencies;
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export) (?!type )(?:[^;'"`]*? from )?'([^'.][^']*)';|import\('([^'.][^']*)'\)/gm)].flatMap(
      ([, imported, loaded]) => {
        const name = (imported ?? loaded)!;
        const packageName = name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/');
        const isKnown = name.startsWith('node:') || builtinModules.includes(name) || packageName in dependencies || packageName in web;
        return isKnown ? [] : `${file} imports ${packageName}`;
      },
    ),
  );
  assert.ok(files.length > 300);
  assert.deepEqual(missing, []);
});
