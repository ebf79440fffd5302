import { readFileSync } from 'node:fs';
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import italian from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import dutch from 'i18n-iso-countries/langs/nl.json' with { type: 'json' };
import polish from 'i18n-iso-countries/langs/pl.json' with { type: 'json' };
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import { nameWords } from '../../domain/identification/name-words.ts';
import { parseCsv } from '../../lib/parse-csv.ts';
import { required } from '../../lib/required.ts';

let cached: ReadonlySet<string> | undefined;

/** Names of towns, regions and countries, normalized by `nameWords`. Loaded on first use. */
export function placeNameSet(): ReadonlySet<string> {
  cached ??= new Set(
    [
      ...['places.csv', 'place-names.csv', 'region-names.csv'].flatMap((file) => firstColumn(file)),
      ...[dutch, english, french, german, italian, polish, portuguese, spanish].flatMap(({ countries }) =>
        Object.values(countries).map((names) => (typeof names === 'string' ? names : required(names[0]))),
      ),
    ].map((name) => nameWords(name).join(' ')),
  );
  return cached;
}

function firstColumn(file: string): string[] {
  const rows = parseCsv(readFileSync(new URL(`../../../data/${file}`, import.meta.url), 'utf8')).slice(1);
  return rows.map(({ values }) => values[0] ?? '');
}
