import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { sql } from 'kysely';
import { resolveCompanies } from '../../server/src/domain/companies/resolve-companies.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import type { Context } from '../../server/src/domain/context.ts';
import { listedNetworksVersion } from '../../server/src/domain/identification/listed-networks-version.ts';
import { loadListedNetworks } from '../../server/src/domain/identification/load-listed-networks.ts';
import { memoryOrganizationTable } from '../../server/src/domain/identification/memory-organization-table.ts';
import { OrganizationDirectory } from '../../server/src/domain/identification/organization-directory.ts';
import { importCompanies } from '../../server/src/domain/imports/import-companies.ts';
import { runRecordedImport } from '../../server/src/domain/imports/run-recorded-import.ts';
import { undoImport } from '../../server/src/domain/imports/undo-import.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { testDatabase } from '../kit/database.ts';
import { plainContext } from '../kit/plain-context.ts';
import { recordStatements } from '../kit/recorded-statements.ts';

const recorded = recordStatements();

async function importCompany(ctx: Context, fields: Record<string, string>): Promise<string> {
  const { id, report } = await runRecordedImport(
    ctx,
    { kind: 'companies', format: null, fileName: 'a.csv', fingerprint: JSON.stringify(fields) },
    importCompanies,
    Readable.from([{ line: 1, fields }]),
  );
  assert.deepEqual(report.refused, []);
  return id;
}

test('all imported networks are read only after an import or an undo has changed something, or after ten minutes', async () => {
  const { db } = await testDatabase();
  let nowMs = Date.parse('2026-10-01T12:00:00Z');
  const ctx = plainContext(db, tmpdir(), { now: () => new Date(nowMs) });
  const read = listedNetworksVersion(ctx);
  /** Returns the version, and whether the networks were read for it. */
  const version = async () => {
    recorded.length = 0;
    const text = await read();
    return { text, isRead: recorded.some((statement) => statement.text.includes('company_networks')) };
  };
  const importRow = (fields: Record<string, string>) => importCompany(ctx, fields);
  const first = await version();
  assert.deepEqual([first.isRead, (await version()).isRead], [true, false]);

  const id = await importRow({ domain: 'own-network.com', name: 'Own Network', asns: '3320' });
  const added = await version();
  assert.ok(added.isRead && added.text !== first.text);
  await importRow({ domain: 'own-network.com', name: 'Renamed' });
  const renamed = await version();
  assert.ok(renamed.isRead && renamed.text !== added.text);
  assert.deepEqual(await version(), { text: renamed.text, isRead: false });

  await importRow({ domain: 'other-network.com', name: 'Other' });
  assert.deepEqual(await version(), { text: renamed.text, isRead: true }, 'an import without networks');
  const { rows } = await sql<{
    id: string;
  }>`select id from companies where domain in ('own-network.com', 'other-network.com') order by domain desc`.execute(db);
  await mergeCompanies(ctx, firstOf(rows).id, rows[1]!.id);
  assert.deepEqual(await version(), { text: renamed.text, isRead: false });
  nowMs += 10 * 60_000;
  const merged = await version();
  assert.ok(merged.isRead && merged.text !== renamed.text);
  assert.deepEqual(
    (await loadListedNetworks(ctx)).map(({ name, asns }) => [name, asns]),
    [['Other', [3320]]],
  );

  await undoImport(ctx, id);
  assert.ok((await version()).isRead);
});

test('undoing an import removes networks and the group of a company that remains, and returns networks to their earlier companies', async () => {
  const { db } = await testDatabase();
  const ctx = plainContext(db, tmpdir(), { now: () => new Date('2026-10-01T12:00:00Z') });
  const listed = async () => (await loadListedNetworks(ctx)).map(({ domain, asns }) => `${domain} ${asns}`);
  const companyOf = (domain: string) =>
    db.selectFrom('companies').select(['id', 'group_company_id']).where('domain', '=', domain).executeTakeFirstOrThrow();
  await importCompany(ctx, { domain: 'earlier-owner.com', name: 'Earlier Owner', asns: '64510' });
  const imports = [
    await importCompany(ctx, { domain: 'remains.com', name: 'Remains', asns: '64510|64511', group_company_domain: 'earlier-owner.com' }),
    await importCompany(ctx, { domain: 'vanishes.com', name: 'Vanishes', asns: '64510|64512' }),
  ];
  const { id } = await companyOf('remains.com');
  await sql`insert into company_ip_ranges (block, company_id, source, updated_at) values ('203.0.113.0/24', ${id}, 'test', now())`.execute(
    db,
  );
  assert.deepEqual(await listed(), ['vanishes.com 64510', 'remains.com 64511', 'vanishes.com 64512']);
  assert.deepEqual(await undoImport(ctx, imports[1]!), { removed: 1, kept: 0, restored: 0 });
  assert.deepEqual(await listed(), ['remains.com 64510', 'remains.com 64511']);
  assert.deepEqual(await undoImport(ctx, imports[0]!), { removed: 0, kept: 1, restored: 0 });
  assert.deepEqual(await listed(), ['earlier-owner.com 64510']);
  assert.equal((await companyOf('remains.com')).group_company_id, null);

  // A later import that changed the company may have repeated the network.
  const first = await importCompany(ctx, { domain: 'repeated.com', name: 'Repeated', asns: '64513' });
  await importCompany(ctx, { domain: 'repeated.com', name: 'Repeated', asns: '64513', city: 'Bern' });
  await undoImport(ctx, first);
  assert.deepEqual(await listed(), ['earlier-owner.com 64510', 'repeated.com 64513']);
});

test('a company without a domain is identified by its networks, and no longer after the import was undone', async () => {
  const { db } = await testDatabase();
  const ctx = plainContext(db, tmpdir(), { now: () => new Date('2026-10-01T12:00:00Z') });
  const companyOfNetwork = async (asn: number) =>
    new OrganizationDirectory(memoryOrganizationTable([], []), await loadListedNetworks(ctx)).network(asn)?.organization?.company;
  const version = async () => listedNetworksVersion(ctx)();
  const before = await version();
  const importId = await importCompany(ctx, { external_id: 'n:1', name: 'Netzbesitzer', country_code: 'DE', asns: '64520|64521' });
  const { company_id } = await db
    .selectFrom('company_external_ids')
    .select('company_id')
    .where('external_id', '=', 'n:1')
    .executeTakeFirstOrThrow();
  assert.notEqual(await version(), before);
  const company = required(await companyOfNetwork(64_520));
  assert.deepEqual(company, { key: `id:${company_id}`, domain: null, name: 'Netzbesitzer', countryCode: 'DE' });
  assert.deepEqual(await companyOfNetwork(64_521), company);
  assert.deepEqual([...(await resolveCompanies(ctx, null, [company]))], [[company.key, company_id]]);

  await undoImport(ctx, importId);
  assert.equal(await companyOfNetwork(64_520), undefined);
  // A worker that has not noticed the undo yet must not add the company again.
  assert.deepEqual([...(await resolveCompanies(ctx, null, [company]))], []);
  assert.deepEqual(await db.selectFrom('companies').select('id').where('name', '=', 'Netzbesitzer').execute(), []);
});
