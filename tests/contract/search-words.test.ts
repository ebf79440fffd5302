import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../server/src/lib/random.ts';
import { testDatabase } from '../kit/database.ts';

const { pool } = await testDatabase();

/** The words according to the parser of PostgreSQL, after the characters that it would keep within a word are replaced. */
const parsedWords = `tsvector_to_array(to_tsvector('pg_catalog.simple', regexp_replace(lower(text), '[-._/\\\\&@'':+<>~]', ' ', 'g')))`;

function randomTexts(characters: string, count: number): string[] {
  const random = new Random(characters.length);
  return Array.from({ length: count }, () => Array.from({ length: random.between(1, 20) }, () => random.pick([...characters])).join(''));
}

test('a name is split into the same words with and without the parser of full-text search', async () => {
  const texts = [
    // Numbers with an exponent, and words that begin with a number.
    ...randomTexts('eE1120 .-,&ax', 20_000),
    ...randomTexts('Ab1 .-,&(/_\'@:+<>~"!?*#|=^%$[]{}`\\;\t\n', 20_000),
    '',
    ' . ',
    'Müller & Söhne',
    '3M Co., Ltd.',
    `long ${'a'.repeat(1990)}`,
    `too long ${'a'.repeat(2100)}`,
  ];
  const { rows } = await pool.query(
    `select text, tsvector_to_array(search_words(text)) as words, ${parsedWords} as parsed from unnest($1::text[]) as given (text)
    where octet_length(text) = char_length(text) and tsvector_to_array(search_words(text)) is distinct from ${parsedWords} limit 5`,
    [texts],
  );
  assert.deepEqual(rows, []);
  const { rows: named } = await pool.query(
    "select tsvector_to_array(search_words('Müller & Söhne, 5e1x')) as words, search_words(null) as none",
  );
  assert.deepEqual(named, [{ words: ['5e1', 'muller', 'sohne', 'x'], none: null }]);
});

test('a register, tax or telephone number is compared without punctuation and in capital letters', async () => {
  const { rows } = await pool.query(
    `select code, bare_code(code) as bare from unnest($1::text[]) as given (code)
    where bare_code(code) is distinct from upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g'))`,
    [[...randomTexts('AZaz09 -./', 5000), 'DE123', 'DE123\n', 'É1', '']],
  );
  assert.deepEqual(rows, []);
});

test('diacritics and punctuation are removed letter by letter, in short and in long texts', async () => {
  const letters = `aZ 09 ${String.fromCodePoint(...Array.from({ length: 0x250 - 0xa1 }, (_, index) => 0xa1 + index))}ẞ‘’‚“”„‟ОАЖ中文`;
  const longTexts = Array.from({ length: 20 }, (_, index) => letters.slice(index).repeat(2));
  const { rows } = await pool.query(
    `select text from unnest($1::text[]) as given (text) where without_diacritics(text)
      is distinct from (select string_agg(without_diacritics(letter), '') from regexp_split_to_table(text, '') as letter) limit 5`,
    [[...randomTexts(letters, 2000), ...longTexts]],
  );
  assert.deepEqual(rows, []);
  const textOf = async (text: string) => (await pool.query('select search_text($1) as text', [text])).rows[0].text;
  assert.equal(await textOf('Łódź «Ærø» Ÿ Ğ Ș ț'), 'lodz  æro  y g s t');
  const punctuation = '.,-_/\\&()[]{}<>\'"`+:;@!?*#|=~^%$’“§';
  assert.equal(await textOf(`A${punctuation}B`), `a${' '.repeat(punctuation.length)}b`);
  assert.equal(await textOf('ОАО «Газпром»'), 'оао  газпром ');
});
