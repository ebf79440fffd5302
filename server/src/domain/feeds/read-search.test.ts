import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearch } from './read-search.ts';

const industries = [
  { code: 'machinery_manufacturing', name: 'Machinery and equipment', germanTitles: ['Maschinenbau'], parentCode: null },
  { code: 'food_manufacturing', name: 'Food manufacturing', germanTitles: [], parentCode: 'consumer_goods_manufacturing' },
  { code: 'consumer_goods_manufacturing', name: 'Consumer goods manufacturing', germanTitles: [], parentCode: null },
  { code: 'software', name: 'Software', germanTitles: [], parentCode: null },
  { code: 'media', name: 'Audiovisual production', germanTitles: [], parentCode: null },
  { code: 'insurance', name: 'Insurance', germanTitles: ['Versicherungen und sonstige Kassen'], parentCode: null },
];
const read = (text: string, ...pages: string[]) => {
  const { filters, rest } = readSearch(text, { industries, pageWords: new Set(pages) });
  return { words: filters.all.map(({ field, operator, values }) => `${field} ${operator} ${values.join('|')}`), rest };
};

test('a search of country, industry, size and page becomes filters', () => {
  assert.deepEqual(read('DE manufacturing >500 pricing', 'pricing'), {
    words: [
      'headquarters_country_code is DE',
      'industry_code is machinery_manufacturing|consumer_goods_manufacturing',
      'employee_range is 501-1.000|1.001-5.000|5.001-10.000|10.000+',
      'page_url contains pricing',
    ],
    rest: '',
  });
});

test('countries are recognized by upper-case code and by English or German name, and are alternatives', () => {
  assert.deepEqual(read('AT Schweiz germany').words, ['headquarters_country_code is AT|CH|DE']);
  assert.deepEqual(read('is de in').words, []);
});

test('a code that ends a name, is a legal form or another abbreviation is not a country', () => {
  for (const name of ['Beiersdorf AG', 'BASF SE', 'SAP SE', 'ACME CO', 'IT services', 'HR', 'MADE IN Wien'])
    assert.deepEqual(read(name), { words: [], rest: name });
  assert.deepEqual(read('Software AG'), { words: ['industry_code is software'], rest: 'AG' });
  assert.deepEqual(read('SE software').words, ['headquarters_country_code is SE', 'industry_code is software'], 'a legal form comes last');
  assert.deepEqual(read('software DE >5.000'), {
    words: ['headquarters_country_code is DE', 'industry_code is software', 'employee_range is 5.001-10.000|10.000+'],
    rest: '',
  });
});

test('countries are recognized by names of several words and by common abbreviations', () => {
  const country = (text: string) => read(text).words.join().replace('headquarters_country_code is ', '');
  assert.equal(country('USA'), 'US');
  assert.equal(country('united states'), 'US');
  assert.equal(country('UK'), 'GB');
  assert.equal(country('Vereinigte Staaten'), 'US');
  assert.equal(country('South Korea'), 'KR');
  assert.equal(country('Vereinigtes Königreich'), 'GB');
  assert.equal(country('Trinidad and Tobago'), 'TT');
  assert.equal(country('Hong Kong'), 'HK');
  assert.deepEqual(read('Acme United States software'), {
    words: ['headquarters_country_code is US', 'industry_code is software'],
    rest: 'Acme',
  });
  assert.deepEqual(read('south Korea-Handel united'), { words: [], rest: 'south Korea-Handel united' });
});

test('industries are also recognized by the nouns of their German titles', () => {
  assert.deepEqual(read('maschinenbau Versicherung').words, ['industry_code is machinery_manufacturing|insurance']);
  assert.deepEqual(read('sonstige Masch'), { words: [], rest: 'sonstige Masch' }, 'adjectives and parts of words are not recognized');
});

test('company sizes are recognized as a maximum, a minimum or a range', () => {
  assert.deepEqual(read('<100').words, ['employee_range is 1-10|11-100']);
  assert.deepEqual(read('5.000+').words, ['employee_range is 5.001-10.000|10.000+']);
  assert.deepEqual(read('11-500').words, ['employee_range is 11-100|101-500']);
  assert.deepEqual(read('> 500 x'), { words: ['employee_range is 501-1.000|1.001-5.000|5.001-10.000|10.000+'], rest: 'x' });
  assert.deepEqual(read('200 employees'), { words: ['employee_range is 101-500'], rest: '' });
  assert.deepEqual(read('>= 5.000 Mitarbeiter'), { words: ['employee_range is 5.001-10.000|10.000+'], rest: '' });
  assert.deepEqual(read('Happy employees >'), { words: [], rest: 'Happy employees >' });
  assert.deepEqual(read('2024').words, [], 'a plain number is not a size');
});

test('domains and paths become filters, and words that are not recognized remain a search for names', () => {
  assert.deepEqual(read('Audi software'), { words: ['industry_code is software'], rest: 'Audi' });
  assert.deepEqual(read('"Deutsche Bahn" bahn.de /jobs'), {
    words: ['domain contains bahn.de', 'page_url begins_with /jobs'],
    rest: 'Deutsche Bahn',
  });
  assert.deepEqual(read('  '), { words: [], rest: '' });
});
