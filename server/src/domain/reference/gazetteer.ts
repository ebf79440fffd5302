import { iso31662 } from 'iso-3166';
import { countryName, countryNames } from '../../lib/country-name.ts';

export const placeTypes = ['city', 'region', 'country'] as const;
export type PlaceType = (typeof placeTypes)[number];

export type Place = {
  type: PlaceType;
  name: string;
  countryCode: string;
  /** ISO 3166-2, where it is known. */
  regionCode: string | null;
  latitude: number | null;
  longitude: number | null;
  population: number | null;
};

export type City = { name: string; countryCode: string; region: string; latitude: number; longitude: number; population: number };

/** How many places a suggestion is chosen from by a close look. */
const mostCandidates = 200;
/** From this share of common trigrams on two names look alike. */
const leastLikeness = 0.3;

/**
 * Finds places by the beginning of their names, and by names with typing errors. Everything is held in memory, in arrays of
 * numbers: a trigram leads to the places that have it.
 */
export class Gazetteer {
  readonly places: readonly Place[];
  readonly #keys: string[];
  readonly #byTrigram: Map<string, Uint32Array>;
  /** The places in the order of their keys, for beginnings. */
  readonly #sorted: Uint32Array;
  readonly #trigramCounts: Uint8Array;
  /** How many trigrams a place shares with the query. All zero between two queries. */
  readonly #shared: Uint8Array;

  constructor(cities: readonly City[]) {
    this.places = [...countries(), ...regions(), ...cities.map(placeOfCity)];
    this.#keys = this.places.map(({ name }) => keyOf(name));
    this.#sorted = Uint32Array.from(this.#keys.keys()).sort((one, other) => compare(this.#keys[one]!, this.#keys[other]!));
    this.#trigramCounts = new Uint8Array(this.places.length);
    this.#shared = new Uint8Array(this.places.length);
    const lists = new Map<string, number[]>();
    for (const [at, key] of this.#keys.entries()) {
      const trigrams = trigramsOf(key);
      this.#trigramCounts[at] = trigrams.size;
      for (const trigram of trigrams) {
        const list = lists.get(trigram);
        if (list) list.push(at);
        else lists.set(trigram, [at]);
      }
    }
    this.#byTrigram = new Map([...lists].map(([trigram, list]) => [trigram, Uint32Array.from(list)]));
  }

  /** The best first: names that begin so before names that only look alike, and among these large places before small ones. */
  suggest(query: string, { type, limit }: { type?: PlaceType; limit: number }): Place[] {
    const key = keyOf(query);
    if (key === '') return [];
    const found = new Map<number, number>();
    const fits = (at: number) => type === undefined || this.places[at]!.type === type;
    for (const at of this.#beginningWith(key)) if (fits(at)) found.set(at, this.#keys[at] === key ? 3 : 2);
    if (found.size < limit) for (const [at, likeness] of this.#alike(key)) if (fits(at) && !found.has(at)) found.set(at, likeness);
    return [...found]
      .sort(
        ([one, oneRank], [other, otherRank]) =>
          otherRank - oneRank || weight(this.places[other]!) - weight(this.places[one]!) || one - other,
      )
      .slice(0, limit)
      .map(([at]) => this.places[at]!);
  }

  *#beginningWith(key: string): Iterable<number> {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.#keys[this.#sorted[middle]!]!, key) < 0) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < this.#sorted.length && this.#keys[this.#sorted[index]!]!.startsWith(key); index++)
      yield this.#sorted[index]!;
  }

  /** Places that share enough trigrams, with how alike they are, 0 to 1. */
  #alike(key: string): [number, number][] {
    const wanted = trigramsOf(key);
    const touched: number[] = [];
    for (const trigram of wanted) {
      for (const at of this.#byTrigram.get(trigram) ?? []) if (this.#shared[at]!++ === 0) touched.push(at);
    }
    const found: [number, number][] = [];
    for (const at of touched) {
      const shared = this.#shared[at]!;
      this.#shared[at] = 0;
      const likeness = shared / (wanted.size + this.#trigramCounts[at]! - shared);
      if (likeness >= leastLikeness) found.push([at, likeness]);
    }
    return found.sort(([, one], [, other]) => other - one).slice(0, mostCandidates);
  }
}

function countries(): Place[] {
  return Object.entries(countryNames()).map(([countryCode, name]) => ({
    type: 'country',
    name,
    countryCode,
    regionCode: null,
    latitude: null,
    longitude: null,
    population: null,
  }));
}

function regions(): Place[] {
  return iso31662
    .filter(({ code }) => countryName(code.slice(0, 2)) !== null)
    .map(({ code, name }) => ({
      type: 'region',
      name,
      countryCode: code.slice(0, 2),
      regionCode: code,
      latitude: null,
      longitude: null,
      population: null,
    }));
}

const regionCodes = new Set(iso31662.map(({ code }) => code));

/** The data number regions in their own way; where that is not the way of ISO, the region is not told. */
function placeOfCity({ name, countryCode, region, latitude, longitude, population }: City): Place {
  const code = `${countryCode}-${region}`;
  const isIso = /^[A-Z]/.test(region) && regionCodes.has(code);
  return { type: 'city', name, countryCode, regionCode: isIso ? code : null, latitude, longitude, population };
}

/** Countries come before regions, and regions before towns of less than a million. */
function weight({ type, population }: Place): number {
  if (type === 'city') return population ?? 0;
  return type === 'country' ? 1e10 : 1e6;
}

/** Letters and digits alone, without accents: `Zürich` and `zurich` are one. */
export function keyOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function trigramsOf(key: string): Set<string> {
  const padded = `  ${key} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3));
  return trigrams;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
