import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchKeys, phoneDigits } from './match-keys.ts';
import { type MatchCandidate, matchScore } from './match-score.ts';

const candidate: MatchCandidate = {
  names: ['Zeppelinwerke GmbH'],
  nameSimilarity: 0.5,
  domains: ['zeppelin.de'],
  phones: ['49841890'],
  vatId: 'DE811115368',
  registerId: 'HRB4711',
  registerLocation: 'Ingolstadt',
  countryCode: 'DE',
  city: 'Ingolstadt',
  postalCode: '85055',
  street: 'Werkstraße 1',
};
const score = (input: Parameters<typeof matchKeys>[0], known: Partial<MatchCandidate> = {}) =>
  matchScore(matchKeys(input), { ...candidate, ...known });

test('each kind of agreement has its own weight', () => {
  assert.deepEqual(score({ vat_id: 'DE 811 115 368' }), { score: 0.97, matchedOn: ['vat_id'] });
  assert.deepEqual(score({ register_id: 'hrb 4711', register_location: 'Ingolstadt' }), { score: 0.95, matchedOn: ['register_id'] });
  assert.deepEqual(score({ register_id: 'HRB 4711' }), { score: 0.75, matchedOn: ['register_id'] });
  assert.deepEqual(score({ url: 'www.zeppelin.de' }), { score: 0.92, matchedOn: ['url'] });
  assert.deepEqual(score({ email: 'a@zeppelin.de' }), { score: 0.85, matchedOn: ['email'] });
  assert.deepEqual(score({ company_name: 'ZEPPELINWERKE' }), { score: 0.75, matchedOn: ['company_name'] });
});

test('names that differ in legal form, conjunction or the spelling of umlauts are equal', () => {
  const known = { names: ['Müller & Söhne KG'], nameSimilarity: 0.6 };
  for (const name of ['Müller und Söhne', 'MÜLLER AND SÖHNE GMBH', 'Mueller & Soehne', 'Müller et Söhne'])
    assert.equal(score({ company_name: name }, known).score, 0.75, name);
  assert.equal(score({ company_name: 'Müller Brüder' }, known).score, 0.39);
});

test('the same number at another register court does not match, and another VAT id or country lowers the score', () => {
  assert.equal(score({ register_id: 'HRB 4711', register_location: 'München' }).score, 0);
  const name = score({ company_name: 'Zeppelinwerke' }).score;
  assert.ok(score({ company_name: 'Zeppelinwerke', vat_id: 'DE1' }).score < name / 2);
  assert.ok(score({ company_name: 'Zeppelinwerke', country_code: 'FR' }).score < name);
});

test('a location alone is not a match, but raises the score of a name', () => {
  assert.deepEqual(score({ city: 'Ingolstadt', country_code: 'DE' }), { score: 0, matchedOn: [] });
  const placed = score({ company_name: 'Zeppelinwerke', country: 'Germany', city: 'INGOLSTADT', street: 'Werkstr. 1' });
  assert.deepEqual(placed.matchedOn, ['company_name', 'country', 'city', 'street']);
  assert.ok(placed.score > 0.85);
});

test('an e-mail address at a freemail provider matches no company', () => {
  assert.equal(score({ email: 'zeppelin@gmail.com' }, { domains: ['gmail.com'] }).score, 0);
});

test('an internationalized domain matches in both notations, and the site of a customer of a platform does not match the platform', () => {
  const known = { domains: ['xn--bcher-kva.de'] };
  for (const url of ['https://www.bücher.de/', 'xn--bcher-kva.de']) assert.equal(score({ url }, known).score, 0.92, url);
  assert.equal(score({ url: 'acme.github.io' }, { domains: ['github.io'] }).score, 0);
});

test('phone numbers are compared with their country code', () => {
  assert.equal(phoneDigits('0841 890', 'DE'), '49841890');
  assert.equal(phoneDigits('+49 (841) 890', null), '49841890');
  assert.equal(phoneDigits('12', 'DE'), null);
  assert.deepEqual(score({ phone: '0841/890', country_code: 'DE' }).matchedOn, ['phone', 'country']);
});

test('a score is between 0 and 1, and an agreeing e-mail address never lowers it', () => {
  const optional = (value: string) => fc.option(fc.constant(value), { nil: undefined });
  const input = fc.record({
    company_name: optional('Zeppelinwerke'),
    url: optional('zeppelin.de'),
    vat_id: optional('DE811115368'),
    city: optional('Ingolstadt'),
  });
  fc.assert(
    fc.property(input, (given) => {
      const found = score(given).score;
      assert.ok(found >= 0 && found <= 1);
      assert.ok(score({ ...given, email: 'a@zeppelin.de' }).score >= found);
    }),
  );
});
