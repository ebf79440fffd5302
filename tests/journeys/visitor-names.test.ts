import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addresses, callEarlier, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-09-12T12:00:00Z');

type SentName = { day: number; email: string; first_name?: string; last_name?: string };

/** Sends visits with these names. Returns the first names of the visits in the earlier API, and the stored visitor. */
async function namesAfter(...sentNames: SentName[]) {
  const account = await service.newAccount();
  for (const { day, ...names } of sentNames) {
    const at = `2026-09-${String(day).padStart(2, '0')}T10:00:0`;
    const events = [{ at: `${at}0Z` }, { kind: 'identify', at: `${at}5Z`, ...names }];
    await visit(service, account, { ip: addresses.Audi, visitor: 'one', events });
  }
  const url = `${service.url}/accounts/${account.accountId}/visits?start_date=2026-09-01&end_date=2026-09-30`;
  const { data } = await callEarlier(url, { token: account.token });
  const { first_name, last_name, email } = await service.ctx.db
    .selectFrom('visitors')
    .select(['first_name', 'last_name', 'email'])
    .where('account_id', '=', account.accountId)
    .executeTakeFirstOrThrow();
  return { visits: data.map(({ attributes }) => attributes.visitor_first_name), stored: [email, first_name, last_name] };
}

test('a visitor keeps their name if the same e-mail address is sent again without a name, in any order of events', async () => {
  const named = { day: 8, email: 'ann@audi.de', first_name: 'Ann', last_name: 'Lee' };
  const unnamed = { day: 9, email: 'Ann@audi.de' };
  const expected = { visits: ['Ann', 'Ann'], stored: ['ann@audi.de', 'Ann', 'Lee'] };
  assert.deepEqual(await namesAfter(named, unnamed), expected);
  assert.deepEqual(await namesAfter(unnamed, named), expected);
});

test('another e-mail address in the same browser does not inherit the name of the first one', async () => {
  const ann = { day: 8, email: 'ann@audi.de', first_name: 'Ann' };
  assert.deepEqual((await namesAfter(ann, { day: 9, email: 'bob@audi.de' })).stored, ['bob@audi.de', null, null]);
  assert.deepEqual((await namesAfter(ann, { day: 9, email: 'bob@audi.de' }, { day: 10, email: 'ann@audi.de' })).stored, [
    'ann@audi.de',
    'Ann',
    null,
  ]);
});
