import { readFileSync } from 'node:fs';
import { Gazetteer } from '../domain/reference/gazetteer.ts';
import { parseCsv } from '../lib/csv.ts';

let opened: Gazetteer | null = null;

/** The places of the world, read when they are first asked for: most processes never are. */
export function openGazetteer(): Gazetteer {
  opened ??= read();
  return opened;
}

function read(): Gazetteer {
  const [, ...records] = parseCsv(readFileSync(new URL('../../data/places.csv', import.meta.url), 'utf8'));
  return new Gazetteer(
    records.map(({ values: [name, countryCode, region, latitude, longitude, population] }) => ({
      name: name!,
      countryCode: countryCode!,
      region: region!,
      latitude: Number(latitude),
      longitude: Number(longitude),
      population: Number(population),
    })),
  );
}
