import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { joinJson, plainArray, textArray } from '../../lib/array-literal.ts';
import { boundedCache } from '../../lib/bounded-cache.ts';
import { type RowWriter, writeRows } from '../../lib/combined-statements.ts';
import { hashId } from '../../lib/hash-id.ts';
import { prepared } from '../../lib/prepared.ts';
import { pageUrl } from '../events/page-url.ts';
import type { AddressVerdict } from '../identification/company-identifier.ts';
import type { AddressFacts } from '../identification/facts.ts';
import type { Location } from '../identification/location-directory.ts';
import { noCompanyReason } from '../identification/no-company-reason.ts';
import { encodeFacts } from '../identification/stored-facts.ts';
import type { PageCache } from './page-cache.ts';
import type { RowIdCache } from './row-id-cache.ts';

/** Id of the unknown place. */
export const unknownPlaceId = '0';

/** Cached, because the same pages occur in batch after batch. */
const idOfPage = boundedCache((key: string) => {
  const [url, title]: [string, string | null] = JSON.parse(key);
  return hashId(url, title);
}, 10_000);

/** Ids are hashes of the contents. Recurring places and verdicts are the same objects, so their ids are computed once. */
const idsOfPlaces = new WeakMap<Location, string>();
const idsOfVerdicts = new WeakMap<VerdictToStore, { companyId: string | null; id: string }>();

/** The stored part of a verdict. Old verdicts may have no facts. */
type VerdictToStore = Pick<AddressVerdict, 'kind' | 'confidence' | 'network' | 'evidence'> & { facts: AddressFacts | null };

type VerdictOfCompany = VerdictToStore & { companyId: string | null };

type DictionaryCaches = { rowIdCache: RowIdCache; pageCache: PageCache };

type PageEntry = { url: string; hostname: string; path: string; title: string | null };

/** Collects the pages, places and verdicts that a batch of visits refers to and writes each of them once. */
export class Dictionaries {
  readonly #accountId: string;
  readonly #pages = new Map<string, PageEntry>();
  /** By URL and title. */
  readonly #pageIds = new Map<string, Map<string | null, string>>();
  readonly #places = new Map<string, Location>();
  readonly #verdicts = new Map<string, VerdictOfCompany>();

  readonly #caches: DictionaryCaches | null;
  #written: (() => void)[] = [];

  /** With caches, rows known to be committed are not written again. */
  constructor(accountId: string, caches: DictionaryCaches | null = null) {
    this.#accountId = accountId;
    this.#caches = caches;
  }

  pageId(url: string, title: string | null): string {
    const ids = this.#pageIds.get(url) ?? new Map<string | null, string>();
    const known = ids.get(title);
    if (known) return known;
    const parsed = pageUrl(url);
    const id = idOfPage(JSON.stringify([url, title]));
    this.#pages.set(id, { url, hostname: parsed?.hostname ?? '', path: parsed?.path ?? '', title });
    this.#caches?.pageCache.add(id, { url, title });
    this.#pageIds.set(url, ids.set(title, id));
    return id;
  }

  placeId(location: Location | null): string {
    if (location === null || location.countryCode === null) return unknownPlaceId;
    const id = idsOfPlaces.get(location) ?? hashId(location.countryCode, location.region, location.city);
    idsOfPlaces.set(location, id);
    if (!this.#places.has(id)) this.#places.set(id, location);
    return id;
  }

  verdictId(verdict: VerdictToStore, companyId: string | null): string {
    const known = idsOfVerdicts.get(verdict);
    const id = known?.companyId === companyId ? known.id : idOfVerdict(verdict, companyId);
    idsOfVerdicts.set(verdict, { companyId, id });
    if (!this.#verdicts.has(id)) this.#verdicts.set(id, { ...verdict, companyId });
    return id;
  }

  /** Writes rows in the order of their ids, so that two lanes cannot deadlock. */
  async write(trx: Transaction<DB>): Promise<void> {
    await writeRows(trx, writePages, this.#accountId, this.#unknown('page', this.#pages));
    await writeRows(trx, writePlaces, this.#accountId, this.#unknown('place', this.#places));
    await writeRows(trx, writeVerdicts, this.#accountId, this.#unknown('verdict', this.#verdicts));
  }

  /** Caches the ids of the written rows. Call it only after their transaction was committed. */
  cacheWritten() {
    for (const cache of this.#written) cache();
  }

  #unknown<Value>(kind: string, entries: Map<string, Value>): [string, Value][] {
    const known = this.#caches?.rowIdCache.of(`${this.#accountId} ${kind}`);
    const unknown = [...entries].filter(([id]) => !known?.has(id)).sort(([a], [b]) => (a < b ? -1 : 1));
    if (known) this.#written.push(() => known.add(unknown.map(([id]) => id)));
    return unknown;
  }
}

const writePages: RowWriter<Database, [string, PageEntry]> = (db, accountIds, pages) => {
  const texts = (value: (page: PageEntry) => string | null) => textArray(pages.map(([, page]) => value(page)));
  return prepared(
    'write_pages',
    sql`
    insert into pages (account_id, id, url, hostname, path, title)
    select * from unnest(${accountIds}::bigint[], ${idsOf(pages)}::bigint[], ${texts(({ url }) => url)}::text[],
      ${texts(({ hostname }) => hostname)}::text[], ${texts(({ path }) => path)}::text[], ${texts(({ title }) => title)}::text[])
    on conflict do nothing`,
  ).execute(db);
};

const writePlaces: RowWriter<Database, [string, Location]> = (db, accountIds, places) => {
  const texts = (value: (place: Location) => string | null) => textArray(places.map(([, place]) => value(place)));
  return prepared(
    'write_places',
    sql`
    insert into places (account_id, id, country_code, region, city, postal_code, latitude, longitude)
    select * from unnest(${accountIds}::bigint[], ${idsOf(places)}::bigint[], ${texts(({ countryCode }) => countryCode)}::text[],
      ${texts(({ region }) => region)}::text[], ${texts(({ city }) => city)}::text[], ${texts(({ postalCode }) => postalCode)}::text[],
      ${plainArray(places.map(([, { latitude }]) => latitude))}::float8[], ${plainArray(places.map(([, { longitude }]) => longitude))}::float8[])
    on conflict do nothing`,
  ).execute(db);
};

const writeVerdicts: RowWriter<Database, [string, VerdictOfCompany]> = (db, accountIds, verdicts) =>
  prepared(
    'write_verdicts',
    sql`
    insert into verdicts (account_id, id, company_id, kind, no_company_reason, confidence, network, evidence, facts)
    select * from unnest(${accountIds}::bigint[], ${idsOf(verdicts)}::bigint[],
      ${plainArray(verdicts.map(([, { companyId }]) => companyId))}::bigint[], ${plainArray(verdicts.map(([, { kind }]) => kind))}::text[],
      ${plainArray(verdicts.map(([, verdict]) => (verdict.companyId === null ? noCompanyReason(verdict) : null)))}::text[],
      ${plainArray(verdicts.map(([, { confidence }]) => confidence))}::real[], string_to_array(${joinJson(verdicts.map(([, { network }]) => network))}, E'\\x1e')::jsonb[],
      string_to_array(${joinJson(verdicts.map(([, { evidence }]) => evidence))}, E'\\x1e')::jsonb[],
      string_to_array(${joinJson(verdicts.map(([, { facts }]) => facts && encodeFacts(facts)))}, E'\\x1e', 'null')::json[])
    on conflict do nothing`,
  ).execute(db);

function idOfVerdict({ kind, confidence, network, evidence, facts }: VerdictToStore, companyId: string | null): string {
  return hashId(JSON.stringify([companyId, kind, confidence, network, evidence, facts && encodeFacts(facts)]));
}

function idsOf(entries: readonly [string, unknown][]): string {
  return plainArray(entries.map(([id]) => id));
}
