import { readFileSync } from 'node:fs';
import countries from 'i18n-iso-countries';
import { nameWords } from '../../domain/identification/name-words.ts';
import { parseCsv } from '../../lib/csv.ts';

let cached: ReadonlySet<string> | undefined;

/** Towns, regions and countries as `nameWords` writes them, read when the first name is compared with them. */
export function placeNameSet(): ReadonlySet<string> {
  cached ??= new Set(
    [
      ...['places.csv', 'place-names.csv', 'region-names.csv'].flatMap((file) => firstColumn(file)),
      ...['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'].flatMap((language) =>
        Object.values(countries.getNames(language, { select: 'official' })),
      ),
    ].map((name) => nameWords(name).join(' ')),
  );
  return cached;
}

function firstColumn(file: string): string[] {
  const rows = parseCsv(readFileSync(new URL(`../../../data/${file}`, import.meta.url), 'utf8')).slice(1);
  return rows.map(({ values }) => values[0] ?? '');
}
