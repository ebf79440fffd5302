import { firstOf } from '../server/src/lib/first-of.ts';
import { itemAt } from '../server/src/lib/item-at.ts';

type Request = { path: string; body: object };

export type SyntheticDirectory = {
  header: string;
  line(index: number): string;
  /** Benchmark requests keyed by description; those for a particular company use one of the first `count`. */
  requests(count: number): Record<string, (round: number) => Request>;
};

const syllables =
  'ba be bi bo bu ca ce co cu da de di do du fa fe fi fo fu ga ge go gra ha he hi ho ja jo ka ke ki kor la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po pra qua ra re ri ro ru sa se si so ste su ta te ti to tra tu va ve vi vo wa we wi xa ya za ze zi zo'.split(
    ' ',
  );
const trades =
  'Systems Logistics Trading Energy Foods Capital Partners Engineering Solutions Consulting Media Health Pharma Motors Textiles Building Software Services Group Holdings Steel Plastics Marine Aviation Insurance Bank Hotels Farms Machines Tools'.split(
    ' ',
  );
const legalForms = ['Inc.', 'GmbH', 'Ltd', 'S.A.', 'LLC', 'AB', 'B.V.', 'S.p.A.', 'AG', ''];
const countries = 'US US US US DE DE GB FR IT ES NL PL SE CH AT BE DK FI NO CZ CA BR IN JP'.split(' ');
const sizes = ['1-10', '1-10', '1-10', '11-100', '11-100', '101-500', '501-1.000', '1.001-5.000', '5.001-10.000', '10.000+'];

/** Generates companies. As in real names, some words occur much more often than others. */
export function syntheticDirectory(industries: readonly string[]): SyntheticDirectory {
  const nameOf = (index: number) => `${word(index, 1)} ${word(index, 2)} ${pick(trades, index, 3)}`;
  const vatOf = (index: number) => `DE${String(100_000_000 + index)}`;
  return {
    header: 'name,domain,country_code,city,employee_range,industries,vat_id',
    line: (index) =>
      [
        `${nameOf(index)} ${pick(legalForms, index, 4)}`.trim(),
        `company-${index}.com`,
        pick(countries, index, 5),
        word(index % 5000, 6),
        pick(sizes, index, 7),
        pick(industries, index, 8),
        index % 3 === 0 ? vatOf(index) : '',
      ].join(','),
    requests: (count) => {
      const search = (body: object) => ({ path: '/v1/companies/search', body });
      const match = (body: object) => ({ path: '/v1/companies/match', body: { companies: [body] } });
      return {
        'search by words': (round) => {
          const index = round % count;
          const kinds = [nameOf(index), word(index, 1), `${word(index, 1)} ${pick(trades, index, 3)}`, word(index, 2).slice(0, 5)];
          return search({ search_terms: [itemAt(kinds, round % kinds.length)] });
        },
        'search by a common word': (round) => search({ search_terms: [pick(trades, round, 9)] }),
        'search with a typo': (round) => search({ search_terms: [misspelled(nameOf(round % count))] }),
        'search by country and size': (round) =>
          search({ locations: [{ country_code: pick(countries, round, 5) }], employee_ranges: [pick(sizes, round, 7)] }),
        'search by industry': (round) => search({ industries: { classification: 'internal', codes: [pick(industries, round, 8)] } }),
        'match by name': (round) => match({ company_name: `${nameOf(round % count)} ${pick(legalForms, round, 10)}`.trim() }),
        'match by URL': (round) => match({ url: `https://www.company-${round % count}.com/about` }),
        'match by VAT id': (round) => match({ vat_id: vatOf((round % count) - ((round % count) % 3)) }),
      };
    },
  };
}

/** A number from 0 to 1 that depends on its arguments only. */
function chance(index: number, salt: number): number {
  let hash = Math.imul(index ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

function pick(values: readonly string[], index: number, salt: number): string {
  return itemAt(values, Math.floor(chance(index, salt) * values.length));
}

/** One of 200,000 words, the first ones far more often than the others. */
function word(index: number, salt: number): string {
  const rank = Math.floor(chance(index, salt) ** 3 * 200_000);
  const text = [rank % 71, Math.floor(rank / 71) % 67, Math.floor(rank / 4757) % 61, rank % 13]
    .map((part) => itemAt(syllables, part))
    .join('');
  return firstOf(text).toUpperCase() + text.slice(1);
}

function misspelled(name: string): string {
  return name.slice(0, 3) + name.slice(4);
}
