import assert from 'node:assert/strict';
import { test } from 'node:test';
import { required } from '../lib/required.ts';
import { splitStatements } from '../lib/split-statements.ts';
import { migrationList, pendingMigrations } from './migrate.ts';

const known = migrationList();
const applied = known.map(({ name, checksum }) => ({ name, checksum }));

test('a migration that changed after it was applied is rejected, unless it was rewritten with the same result', () => {
  assert.deepEqual(pendingMigrations(known, applied), []);
  const first = required(applied[0]);
  assert.throws(() => pendingMigrations(known, [{ ...first, checksum: 'x' }]), /was changed after it was applied/);
  const former = { name: '0027-name-keys', checksum: '0473623f1ce375e7a62cb678f39bc4071215c8edccc8d0ee38ecb6bcd0689d3c' };
  assert.ok(!applied.some(({ checksum }) => checksum === former.checksum));
  const others = applied.filter(({ name }) => name !== former.name);
  assert.deepEqual(pendingMigrations(known, [...others, former]), []);
  assert.throws(() => pendingMigrations(known, [{ ...first, checksum: former.checksum }]), /was changed after it was applied/);
});

test('no migration contains a statement of a kind that Citus is known to refuse', () => {
  const refused = [
    // Alternative: add the column first, then a named constraint.
    /^alter table \w+\s+add column [^;]*\b(check|references|unique|primary key)\b/,
    /^alter table \w+\s+rename constraint /,
    /^alter table [^;]*,\s*add constraint /,
    /^alter table \w+\s+alter column \w+ set statistics /,
    // These functions are not immutable. Alternative: select the rows first, then change them by key.
    /^(update|delete) [^;]*\b(array_to_string|concat|format|to_jsonb|jsonb_build_object)\(/,
    /^create trigger /,
  ];
  const found = known.flatMap(({ name, sql }) =>
    splitStatements(sql)
      .map((statement) => statement.replaceAll(/^--.*\n/gm, '').trim())
      .filter((statement) => refused.some((pattern) => pattern.test(statement)))
      .map((statement) => `${name}: ${statement.slice(0, 100)}`),
  );
  assert.deepEqual(found, []);
});
