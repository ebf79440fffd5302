import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf } from '../../lib/first-of.ts';
import { required } from '../../lib/required.ts';
import { isSureByNameAlone, type Namesake, scoreNamesakes, sureScore } from './join-score.ts';

const namesake = (more: Partial<Namesake> = {}): Namesake => ({
  id: '1',
  by: 'name',
  kind: 'business',
  countryCode: 'US',
  domain: 'target.com',
  groupId: more.id ?? '1',
  isInCountry: false,
  isImported: false,
  hasOtherLegalForm: false,
  ...more,
});
const named = (nameKey: string, countryCode: string | null) => ({ nameKey, countryCode, kind: 'business' });
const best = (...[name, ...namesakes]: [ReturnType<typeof named>, ...Namesake[]]) => firstOf(scoreNamesakes(name, namesakes));

test('a name in the same country is certain, in another or an unknown country it needs a decision', () => {
  assert.ok(best(named('target', 'US'), namesake()).score >= sureScore);
  assert.ok(best(named('target', 'PL'), namesake()).score < sureScore);
  assert.ok(best(named('blue sky solutions', 'PL'), namesake()).score < sureScore);
  assert.ok(best(named('target', null), namesake()).score < sureScore);
});

test('a group with a member or location in the country counts as being there', () => {
  const { score, matchedOn } = best(named('siemens', 'PL'), namesake({ isInCountry: true }));
  assert.ok(score >= sureScore);
  assert.deepEqual(matchedOn, ['name', 'group']);
});

test('two companies of the same name need a decision, unless they belong to the same group', () => {
  const both = scoreNamesakes(named('acme', 'US'), [namesake(), namesake({ id: '2' })]);
  assert.deepEqual(
    both.map(({ id }) => id),
    ['1', '2'],
  );
  assert.ok(firstOf(both).score < sureScore);
  const [one, ...others] = scoreNamesakes(named('acme', 'US'), [namesake({ countryCode: 'DE' }), namesake({ id: '2', groupId: '1' })]);
  assert.deepEqual([one?.id, others.length], ['2', 0]);
  assert.ok(required(one).score >= sureScore);
});

test('of two companies of the same name and country, the only imported one is certain', () => {
  const [one, other] = scoreNamesakes(named('acme', 'US'), [namesake(), namesake({ id: '2', isImported: true })]);
  assert.deepEqual([one?.id, other?.id], ['2', '1']);
  assert.ok(one!.score >= sureScore && other!.score < sureScore);
  const abroad = scoreNamesakes(named('acme', 'US'), [namesake(), namesake({ id: '2', isImported: true, countryCode: 'PL' })]);
  assert.deepEqual(abroad[0]?.id, '1');
  const both = scoreNamesakes(named('acme', 'US'), [namesake({ isImported: true }), namesake({ id: '2', isImported: true })]);
  assert.ok(both[0]!.score < sureScore);
});

test('a company with a domain is preferred to its record in a register of legal entities, which has none', () => {
  const register = namesake({ id: '2', domain: null, isImported: true });
  for (const isImported of [false, true]) {
    const [one, other] = scoreNamesakes(named('acme tools', 'US'), [namesake({ isImported }), register]);
    assert.deepEqual([one?.id, other?.id], ['1', '2']);
    assert.ok(one!.score >= sureScore && other!.score < sureScore);
  }
  const others = ['3', '4'].map((id) => ({ ...register, id, groupId: id }));
  const several = scoreNamesakes(named('acme', 'US'), [register, ...others, namesake()]);
  assert.deepEqual([firstOf(several).id, several.filter(({ score }) => score >= sureScore).length], ['1', 1]);
  const twoDomains = scoreNamesakes(named('acme', 'US'), [namesake(), { ...register, isImported: false }, namesake({ id: '3' })]);
  assert.ok(firstOf(twoDomains).score < sureScore);
  const unknownCountry = scoreNamesakes(named('acme tools', 'US'), [namesake({ countryCode: null }), register]);
  assert.equal(firstOf(unknownCountry).id, '2');
});

test('within a group, a match by name takes precedence over a match by branch', () => {
  const parent = namesake({ id: '1', by: 'branch', countryCode: 'DE' });
  const subsidiary = namesake({ id: '2', groupId: '1', countryCode: 'PL', domain: null });
  for (const country of [null, 'DE', 'PL', 'FR']) {
    const [one, ...others] = scoreNamesakes(named('acme polska', country), [parent, subsidiary]);
    assert.deepEqual([one?.id, others.length, one?.matchedOn[0]], ['2', 0, 'name'], String(country));
  }
});

test('the domain determines the country if the record has none', () => {
  assert.ok(best(named('zabka', 'PL'), namesake({ countryCode: null, domain: 'zabka.pl' })).score >= sureScore);
  assert.ok(best(named('zabka', 'PL'), namesake({ countryCode: null, domain: 'zabka.com' })).score < sureScore);
});

test('a name with another legal form of the same country needs a decision', () => {
  for (const name of ['acme', 'acme tools']) {
    const { score } = best(named(name, 'US'), namesake({ hasOtherLegalForm: true }));
    assert.ok(score < sureScore && score > 0.4);
  }
});

test('a name of one letter needs a decision, also in the same country', () => {
  assert.ok(best(named('x', 'US'), namesake()).score < sureScore);
  assert.ok(best(named('hp', 'US'), namesake()).score >= sureScore);
});

test('a name alone is certain if it has several words and a country is unknown', () => {
  assert.ok(isSureByNameAlone(best(named('acme tools', 'US'), namesake({ countryCode: null }))));
  assert.ok(isSureByNameAlone(best(named('acme tools', null), namesake())));
  for (const [name, country] of [
    ['acme tools', 'US'],
    ['acme', null],
  ] as const)
    assert.ok(!isSureByNameAlone(best(named(name, country), namesake())));
});

test('a business and a university of the same name need a decision', () => {
  assert.ok(best(named('aston', 'US'), namesake({ kind: 'education' })).score < sureScore);
});

test('a university can match a company that the directory lists as a business', () => {
  assert.ok(firstOf(scoreNamesakes({ nameKey: 'wheaton college', countryCode: 'US', kind: 'education' }, [namesake()])).score >= sureScore);
});

test('the name of a branch needs a decision if the company is in another country', () => {
  assert.ok(best(named('bayer', 'SG'), namesake({ by: 'branch', countryCode: 'DE' })).score < sureScore);
});
