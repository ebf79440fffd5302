import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveCompanies } from '../../server/src/domain/companies/resolve-companies.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { companyReference } from '../../server/src/domain/identification/company-reference.ts';
import { deleteExpiredAddresses } from '../../server/src/domain/retention/delete-expired-addresses.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { required } from '../../server/src/lib/required.ts';
import { declaredClient } from '../kit/declared.ts';
import { startTestService } from '../kit/service.ts';
import { companyOfVisit, leadsOf, runReattributions, sendVisit } from '../kit/visits.ts';

const audi = '143.164.1.10';
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { ctx } = service;
const idOf = async (domain: string) =>
  required((await resolveCompanies(ctx, null, [companyReference({ domain, name: domain })])).values().next().value);
const merge = (previous: string, current: string) =>
  ctx.db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, current));

test('visits, domains and activities move to the remaining company', async () => {
  const account = await service.newAccount();
  const visit = await sendVisit(service, account, { ip: audi, visitorId: 'a' });
  const [previous, current] = [await idOf('audi.com'), await idOf('volkswagen-merged.com')];
  await ctx.db
    .updateTable('leads')
    .set({ followed: true })
    .where('account_id', '=', account.accountId)
    .where('company_id', '=', previous)
    .execute();
  await merge(previous, current);
  await runReattributions(service, account);
  assert.equal(await companyOfVisit(service, account, visit), 'volkswagen-merged.com');
  assert.deepEqual(await leadsOf(service, account), { 'volkswagen-merged.com': 1 });
  assert.equal(await idOf('audi.com'), current);
  const lead = await ctx.db
    .selectFrom('leads')
    .select('followed')
    .where('account_id', '=', account.accountId)
    .where('company_id', '=', current)
    .executeTakeFirstOrThrow();
  assert.equal(lead.followed, true);
  const next = await sendVisit(service, account, { ip: audi, visitorId: 'b' });
  assert.equal(await companyOfVisit(service, account, next), 'volkswagen-merged.com');
});

test('tags, lists, fields and credits move, too, even if the company never visited', async () => {
  const account = await service.newAccount({ credits: 5 });
  const call = declaredClient(service, account);
  const [previous, current] = [await idOf('unvisited-merged.com'), await idOf('unvisited-kept.com')];
  const tag = (await call('/v1/tags', { body: { data: { type: 'tag', attributes: { name: 'Moves' } } } })).body.data.id;
  const list = (await call('/v1/lists', { body: { data: { type: 'list', attributes: { name: 'Moves', scope: 'company' } } } })).body.data
    .id;
  const newField = { data: { type: 'custom_field', attributes: { name: 'Moves', scope: 'company', type: 'text' } } };
  const field = (await call('/v1/custom-fields', { body: newField })).body.data.id;
  await call(`/v1/companies/${previous}/tags`, { body: { data: [{ type: 'tag', id: tag }] } });
  await call(`/v1/companies/${previous}/lists`, { body: { data: [{ type: 'list', id: list }] } });
  const value = { data: { type: 'company', attributes: { custom_fields: { [field]: { value: 'kept' } } } } };
  await call(`/v1/companies/${previous}`, { method: 'PATCH', body: value });
  assert.equal((await call(`/v1/companies/${previous}`)).body.meta.credits?.charged, 1);
  await merge(previous, current);
  const { data, meta } = (await call(`/v1/companies/${previous}`)).body;
  assert.deepEqual([data.id, meta.credits?.charged], [current, 0]);
  assert.deepEqual(data.attributes.custom_fields, { [field]: { value: 'kept' } });
  assert.deepEqual(data.relationships.tags, [{ type: 'tag', id: tag }]);
  assert.deepEqual((await call(`/v1/lists/${list}/items`)).body.data, [{ type: 'company', id: current }]);
  const activities = await ctx.db.selectFrom('activities').select('company_id').where('account_id', '=', account.accountId).execute();
  assert.deepEqual(activities, [{ company_id: current }]);
});

test('a company merged twice redirects to the last one, and corrections follow', async () => {
  const account = await service.newAccount();
  const [one, two, three] = [await idOf('one-merged.com'), await idOf('two-merged.com'), await idOf('three-merged.com')];
  await createCorrection(ctx, account.accountId, { target: '80.128.0.0/16', effect: 'company', company: one });
  await merge(one, two);
  await merge(two, three);
  assert.equal(await idOf('one-merged.com'), three);
  const visit = await sendVisit(service, account, { ip: '80.128.0.10', visitorId: 'a' });
  assert.equal(await companyOfVisit(service, account, visit), 'three-merged.com');
  await assert.rejects(merge(one, three), /already merged/);
  await assert.rejects(merge('999999999', three), /no company/);
});

test('a company known only by its name redirects to the one it was merged into', async () => {
  const reference = companyReference({ domain: null, name: 'Nameless Works', countryCode: 'DE' });
  const previous = getOrThrow(await resolveCompanies(ctx, null, [reference]), reference.key);
  const current = await idOf('named-works.com');
  await merge(previous, current);
  assert.equal((await resolveCompanies(ctx, null, [reference])).get(reference.key), current);
});

test('expired addresses are deleted everywhere', async () => {
  const account = await service.newAccount();
  await ctx.db
    .updateTable('accounts')
    .set({ data_processing: JSON.stringify({ ip_storage: 'full', ip_retention_days: 30 }) })
    .where('id', '=', account.accountId)
    .execute();
  const day = 86_400_000;
  await sendVisit(service, account, { ip: '80.128.0.10', visitorId: 'old', email: 'jane@siemens.com', atMs: Date.now() - 2 * day });
  await sendVisit(service, account, { ip: '80.128.0.10', visitorId: 'new', email: 'joe@siemens.com' });
  // Learned addresses are stored with their day, and are deleted at its beginning.
  const later = new Date(Date.now() + 28.5 * day);
  await deleteExpiredAddresses({ ...ctx, clock: { now: () => later } });
  const rows = await ctx.db
    .selectFrom('visits')
    .select(['visitor_id', 'ip', 'address_key', 'events'])
    .where('account_id', '=', account.accountId)
    .orderBy('started_at')
    .execute();
  assert.deepEqual(
    rows.map(({ visitor_id, ip, address_key }) => [visitor_id, ip, address_key === null]),
    [
      ['old', null, true],
      ['new', '80.128.0.10', false],
    ],
  );
  assert.ok(!JSON.stringify(firstOf(rows).events).includes('80.128.0'));
  const learned = await ctx.db.selectFrom('learned_addresses').select('visitor_id').where('account_id', '=', account.accountId).execute();
  assert.deepEqual(learned, [{ visitor_id: 'new' }]);
});
