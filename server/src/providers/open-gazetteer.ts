import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type City, Gazetteer, type PlaceNames } from '../domain/reference/gazetteer.ts';
import { firstItems } from '../lib/first-items.ts';
import { parseCsv } from '../lib/parse-csv.ts';

const linesPerPortion = 1000;
let opened: Promise<Gazetteer> | null = null;

/** Loads the gazetteer on first use: most processes never need it. After a failure, the next use tries again. */
export function openGazetteer(): Promise<Gazetteer> {
  opened ??= read().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Reads the gazetteer in portions and yields to the event loop between them, so that requests are not delayed. */
async function read(): Promise<Gazetteer> {
  const gazetteer = new Gazetteer(await readNames());
  const [, ...lines] = (await readData('places.csv')).split('\n');
  for (let from = 0; from < lines.length; from += linesPerPortion) {
    gazetteer.addCities(citiesOf(lines.slice(from, from + linesPerPortion)));
    await setImmediate();
  }
  // Builds the name index now, so that no request waits for it.
  gazetteer.suggest('a', { limit: 1 });
  return gazetteer;
}

/** Reads the names of towns and regions in their own and other languages, and the ISO codes of regions. */
async function readNames(): Promise<PlaceNames> {
  const rowsOf = async (name: string) =>
    parseCsv(await readData(name))
      .slice(1)
      .map(({ values }) => values);
  const [towns, regions, regionCodes] = await Promise.all([
    rowsOf('place-names.csv'),
    rowsOf('region-names.csv'),
    rowsOf('region-codes.csv'),
  ]);
  return {
    towns: towns.map((values) => {
      const [name, countryCode, place] = firstItems(values, 3);
      return { name, countryCode, place };
    }),
    regions: regions.map((values) => {
      const [name, code] = firstItems(values, 2);
      return { name, code };
    }),
    regionCodes: regionCodes.map((values) => {
      const [countryCode, region, code] = firstItems(values, 3);
      return { countryCode, region, code };
    }),
  };
}

function readData(name: string): Promise<string> {
  return readFile(new URL(`../../data/${name}`, import.meta.url), 'utf8');
}

function citiesOf(lines: string[]): City[] {
  return parseCsv(lines.join('\n')).flatMap(({ values: [name, countryCode, region, latitude, longitude, population] }) =>
    name === undefined || countryCode === undefined
      ? []
      : {
          name,
          countryCode,
          region: region ?? '',
          latitude: Number(latitude),
          longitude: Number(longitude),
          population: Number(population),
        },
  );
}
