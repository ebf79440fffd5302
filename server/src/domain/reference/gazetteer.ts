import { iso31662 } from 'iso-3166';
import { countryName, countryNames, namesOfCountry } from '../../lib/country-name.ts';

export const placeTypes = ['city', 'region', 'country'] as const;
type PlaceType = (typeof placeTypes)[number];

type Place = {
  type: PlaceType;
  name: string;
  countryCode: string;
  /** ISO 3166-2; null if unknown. */
  regionCode: string | null;
  latitude: number | null;
  longitude: number | null;
  population: number | null;
};

/** An alternative name of a city, in the local or another language. */
type AlternativeName = { name: string; countryCode: string; place: string };

/** An alternative name of a region, for example in English. */
type RegionName = { name: string; code: string };

/** The ISO code of a region that has a different code in the city data. */
type RegionCode = { countryCode: string; region: string; code: string };

export type PlaceNames = { towns?: readonly AlternativeName[]; regions?: readonly RegionName[]; regionCodes?: readonly RegionCode[] };

export type City = { name: string; countryCode: string; region: string; latitude: number; longitude: number; population: number };

/** Maximum number of similar names that are ranked. */
const maxCandidates = 200;
/** Minimum share of trigrams that a name and the query have in common. */
const minSimilarity = 0.3;

/** Finds places by prefix, and by names with typos using a trigram index. All data is held in memory; indexes are arrays of numbers. */
export class Gazetteer {
  readonly #places: Place[] = [];
  /** Search keys; a place has one per name. */
  readonly #keys: string[] = [];
  readonly #placeOfKey: number[] = [];
  readonly #trigramCounts: number[] = [];
  readonly #byTrigram = new Map<string, number[]>();
  /** Keys in sorted order for prefix search, built on first use. */
  #sorted: Uint32Array | null = null;
  /** Number of trigrams each key shares with the query. All zero between queries. */
  #shared = new Uint8Array(0);

  readonly #townNames: Map<string, string[]>;
  readonly #regionNames: Map<string, string[]>;
  readonly #regionCodes: ReadonlyMap<string, string>;

  constructor({ towns = [], regions: regionNames = [], regionCodes = [] }: PlaceNames = {}) {
    const namesBy = <Named extends { name: string }>(named: readonly Named[], keyOfName: (one: Named) => string) =>
      new Map([...Map.groupBy(named, keyOfName)].map(([key, all]) => [key, all.map(({ name }) => name)]));
    this.#townNames = namesBy(towns, ({ countryCode, place }) => `${countryCode} ${place}`);
    this.#regionNames = namesBy(regionNames, ({ code }) => code);
    this.#regionCodes = new Map(regionCodes.map(({ countryCode, region, code }) => [`${countryCode}-${region}`, code]));
    this.#add([...countries(), ...regions()]);
  }

  get places(): readonly Place[] {
    return this.#places;
  }

  /** Call it with chunks of cities, and yield to the event loop in between. */
  addCities(cities: readonly City[]): void {
    this.#add(cities.map((city) => placeOfCity(city, this.#regionCodes)));
  }

  /** Returns the best matches first: equal names, then prefix matches, then similar names; at the same rank, larger places first. */
  suggest(query: string, { type, limit }: { type?: PlaceType; limit: number }): Place[] {
    const key = keyOf(query);
    if (key === '') return [];
    const best = new BestPlaces(limit, this.#places);
    const fits = (place: number) => type === undefined || this.#places[place]!.type === type;
    for (const at of this.#withPrefix(key)) {
      const place = this.#placeOfKey[at]!;
      if (fits(place)) best.offer(place, this.#keys[at] === key ? 3 : 2);
    }
    if (!best.isFull) {
      for (const [at, similarity] of this.#similarTo(key)) {
        const place = this.#placeOfKey[at]!;
        if (fits(place) && !this.#keys[at]!.startsWith(key)) best.offer(place, similarity);
      }
    }
    return best.places();
  }

  #add(places: readonly Place[]): void {
    for (const place of places) {
      const names = [place.name, ...this.#alternativeNamesOf(place)];
      const index = this.#places.push(place) - 1;
      for (const key of new Set(names.flatMap(spellings))) this.#addKey(key, index);
    }
    this.#sorted = null;
    this.#shared = new Uint8Array(this.#keys.length);
  }

  #alternativeNamesOf({ type, name, countryCode, regionCode }: Place): string[] {
    if (type === 'country') return namesOfCountry(countryCode);
    return (type === 'region' ? this.#regionNames.get(regionCode!) : this.#townNames.get(`${countryCode} ${name}`)) ?? [];
  }

  #addKey(key: string, place: number): void {
    const at = this.#keys.push(key) - 1;
    this.#placeOfKey.push(place);
    const trigrams = trigramsOf(key);
    this.#trigramCounts.push(trigrams.size);
    for (const trigram of trigrams) {
      const list = this.#byTrigram.get(trigram);
      if (list) list.push(at);
      else this.#byTrigram.set(trigram, [at]);
    }
  }

  *#withPrefix(key: string): Iterable<number> {
    this.#sorted ??= orderOf(this.#keys);
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.#keys[this.#sorted[middle]!]!, key) < 0) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < this.#sorted.length; index++) {
      const at = this.#sorted[index]!;
      if (!this.#keys[at]!.startsWith(key)) return;
      yield at;
    }
  }

  /** Returns keys that share enough trigrams, with their similarity, 0 to 1. */
  #similarTo(key: string): [number, number][] {
    const trigrams = trigramsOf(key);
    const candidates: number[] = [];
    for (const trigram of trigrams) {
      for (const at of this.#byTrigram.get(trigram) ?? []) if (this.#shared[at]!++ === 0) candidates.push(at);
    }
    const found: [number, number][] = [];
    for (const at of candidates) {
      const shared = this.#shared[at]!;
      this.#shared[at] = 0;
      const similarity = shared / (trigrams.size + this.#trigramCounts[at]! - shared);
      if (similarity >= minSimilarity) found.push([at, similarity]);
    }
    return found.sort(([, one], [, other]) => other - one).slice(0, maxCandidates);
  }
}

/** Retains only the best places, because a single letter matches thousands. */
class BestPlaces {
  readonly #limit: number;
  readonly #places: readonly Place[];
  readonly #kept: Ranked[] = [];

  constructor(limit: number, places: readonly Place[]) {
    this.#limit = limit;
    this.#places = places;
  }

  get isFull(): boolean {
    return this.#kept.length === this.#limit;
  }

  offer(at: number, rank: number): void {
    const offered = { at, rank, weight: weight(this.#places[at]!) };
    const worst = this.#kept.at(-1);
    if (this.isFull && worst !== undefined && byRank(worst, offered) <= 0) return;
    // A place found by several of its names is ranked by the best one.
    const existing = this.#kept.findIndex((kept) => kept.at === at);
    if (existing >= 0 && this.#kept[existing]!.rank >= rank) return;
    if (existing >= 0) this.#kept.splice(existing, 1);
    const index = this.#kept.findIndex((kept) => byRank(kept, offered) > 0);
    this.#kept.splice(index < 0 ? this.#kept.length : index, 0, offered);
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }

  places(): Place[] {
    return this.#kept.map(({ at }) => this.#places[at]!);
  }
}

type Ranked = { at: number; rank: number; weight: number };

function byRank(one: Ranked, other: Ranked): number {
  return other.rank - one.rank || other.weight - one.weight || one.at - other.at;
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

/** The city data has its own region codes. The region is unknown if its code is neither an ISO code nor in the table. */
function placeOfCity({ name, countryCode, region, latitude, longitude, population }: City, isoCodes: ReadonlyMap<string, string>): Place {
  const code = `${countryCode}-${region}`;
  const isIso = /^[A-Z]/.test(region) && regionCodes.has(code);
  return { type: 'city', name, countryCode, regionCode: isIso ? code : (isoCodes.get(code) ?? null), latitude, longitude, population };
}

/** Countries rank before regions, and regions before cities of less than a million people. */
function weight({ type, population }: Place): number {
  if (type === 'city') return population ?? 0;
  return type === 'country' ? 1e10 : 1e6;
}

/** Letters that Unicode normalization does not decompose. */
const plainLetters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };
const pairedLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Returns all keys of a name: `Düsseldorf` is found as `dusseldorf` and as `duesseldorf`. */
function spellings(name: string): string[] {
  const lower = name.normalize('NFC').toLowerCase();
  return [keyOf(name), keyOf(lower.replaceAll(/[äöüåø]/g, (letter) => pairedLetters[letter] ?? letter))];
}

/** Returns the search key of a name, without case, accents and punctuation: `Zürich` becomes `zurich`. */
function keyOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[ßøæœłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function trigramsOf(key: string): Set<string> {
  const padded = `  ${key} `;
  const trigrams = new Set<string>();
  for (let index = 0; index + 3 <= padded.length; index++) trigrams.add(padded.slice(index, index + 3));
  return trigrams;
}

/** Returns the indexes in sorted order. Sorting concatenated strings is many times faster than sorting with a comparator. */
function orderOf(keys: readonly string[]): Uint32Array {
  const texts = keys.map((key, index) => `${key}\u0000${index}`).sort();
  return Uint32Array.from(texts, (text) => Number(text.slice(text.indexOf('\u0000') + 1)));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
