import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addresses, ask, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-09-12T12:00:00Z');

type GivenName = { day: number; email: string; first_name?: string; last_name?: string };

/** The visitor in the earlier API after several visits. */
async function visitorsOf(...given: GivenName[]) {
  const account = await service.newAccount();
  for (const { day, ...names } of given) {
    const at = `2026-09-${String(day).padStart(2, '0')}T10:00:0`;
    const events = [{ at: `${at}0Z` }, { kind: 'identify', at: `${at}5Z`, ...names }];
    await visit(service, account, { ip: addresses.Audi, visitor: 'one', events });
  }
  const url = `${service.url}/accounts/${account.accountId}/visits?start_date=2026-09-01&end_date=2026-09-30`;
  const { data } = await ask(url, { token: account.token });
  const { first_name, last_name, email } = await service.ctx.db
    .selectFrom('visitors')
    .select(['first_name', 'last_name', 'email'])
    .where('account_id', '=', account.accountId)
    .executeTakeFirstOrThrow();
  return { visits: data.map(({ attributes }) => attributes.visitor_first_name), known: [email, first_name, last_name] };
}

test('names are kept if the same e-mail address comes again without them, in any order of events', async () => {
  const named = { day: 8, email: 'ann@audi.de', first_name: 'Ann', last_name: 'Lee' };
  const unnamed = { day: 9, email: 'Ann@audi.de' };
  const expected = { visits: ['Ann', 'Ann'], known: ['ann@audi.de', 'Ann', 'Lee'] };
  assert.deepEqual(await visitorsOf(named, unnamed), expected);
  assert.deepEqual(await visitorsOf(unnamed, named), expected);
});

test('the name of another person in the same browser is not taken over', async () => {
  const ann = { day: 8, email: 'ann@audi.de', first_name: 'Ann' };
  assert.deepEqual((await visitorsOf(ann, { day: 9, email: 'bob@audi.de' })).known, ['bob@audi.de', null, null]);
  assert.deepEqual((await visitorsOf(ann, { day: 9, email: 'bob@audi.de' }, { day: 10, email: 'ann@audi.de' })).known, [
    'ann@audi.de',
    'Ann',
    null,
  ]);
});
