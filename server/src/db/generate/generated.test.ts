import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testDatabase } from '../../../../tests/kit/database.ts';
import { migrationList } from '../migrate.ts';
import { introspect } from './introspect.ts';
import { renderStructure } from './render-structure.ts';
import { renderTypes } from './render-types.ts';

test('structure.sql and schema.ts match the migrations', async () => {
  const { url } = await testDatabase();
  const structure = await introspect(url);
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  assert.equal(read('structure.sql'), renderStructure(structure), 'stale: run "npm run generate"');
  assert.equal(read('schema.ts'), renderTypes(structure), 'stale: run "npm run generate"');
});

/** Tables that are read before the account is known, so they stay on the coordinator of a cluster. */
const coordinatorTables = ['memberships', 'tracking_scripts', 'export_requests', 'invitations', 'oauth_apps', 'dashboard_links'];

test('every account-owned table is placed by account and has account_id first in its primary and unique keys', async () => {
  const { url } = await testDatabase();
  const { tables } = await introspect(url);
  const migrations = migrationList()
    .map(({ sql }) => sql)
    .join('\n');
  const renames = new Map(
    [...migrations.matchAll(/^alter table (\w+) rename to (\w+);$/gm)].map(([, previous, current]) => [current, previous]),
  );
  const owned = tables.filter(
    ({ name, columns }) => columns.some((column) => column.name === 'account_id') && !coordinatorTables.includes(name),
  );
  assert.ok(owned.length > 10);
  for (const { name, constraints } of owned) {
    const created = renames.get(name) ?? name;
    assert.ok(migrations.includes(`place_by_account('${created}')`), `${name} is not placed: add select place_by_account('${name}')`);
    for (const { definition } of constraints.filter((constraint) => /^(PRIMARY KEY|UNIQUE)/.test(constraint.definition))) {
      assert.match(definition, /^(PRIMARY KEY|UNIQUE) \(account_id\b/, `${name}: ${definition}`);
    }
  }
});

test('every table has a primary key', async () => {
  const { url } = await testDatabase();
  for (const { name, constraints } of (await introspect(url)).tables) {
    assert.ok(
      constraints.some(({ definition }) => definition.startsWith('PRIMARY KEY')),
      `${name} has no primary key`,
    );
  }
});
