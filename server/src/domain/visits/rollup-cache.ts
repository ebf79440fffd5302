import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { unknownPlaceId } from './dictionaries.ts';
import { type PageVersion, pageScope } from './page-scope.ts';
import type { RollupLookup, RollupVisit } from './rollup-values.ts';

const maxEntries = 20_000;
/** Enough for dozens of values in each of a few thousand active accounts. */
const maxValues = 50_000;

type Network = { kind: string; reason: string | null };

class Entries {
  readonly paths = new BoundedMap<string, string>(maxEntries);
  readonly countries = new BoundedMap<string, { code: string | null }>(maxEntries);
  readonly networks = new BoundedMap<string, Network>(maxEntries);
  /** Values known to be in the dictionary of an account. They are deleted only with the account, or when its pages are redacted. */
  readonly values = new BoundedMap<string, true>(maxValues);
}

/**
 * Caches the data about pages, places and verdicts that rollups need. Ids are hashes of the contents, so entries are valid for all accounts
 * until an account redacts its pages.
 */
export class RollupCache {
  readonly #entries: Entries;
  readonly #scope: string;

  constructor(entries = new Entries(), scope = '') {
    this.#entries = entries;
    this.#scope = scope;
  }

  /** The part of the cache that is valid for an account. */
  forAccount(account: PageVersion): RollupCache {
    return new RollupCache(this.#entries, pageScope(account));
  }

  hasValue(accountId: string, id: string): boolean {
    return this.#entries.values.get(`${this.#scope}${accountId} ${id}`) !== undefined;
  }

  addValue(accountId: string, id: string) {
    this.#entries.values.set(`${this.#scope}${accountId} ${id}`, true);
  }

  async lookUp(trx: Transaction<DB>, accountId: string, visits: readonly RollupVisit[]): Promise<RollupLookup> {
    const paths = collect(
      this.#entries.paths,
      visits.flatMap(({ pageIds }) => pageIds),
      this.#scope,
    );
    const countries = collect(
      this.#entries.countries,
      // The unknown place is not stored.
      visits.flatMap(({ placeId }) => (placeId === unknownPlaceId ? [] : placeId)),
    );
    const networks = collect(
      this.#entries.networks,
      visits.flatMap(({ verdictId }) => verdictId ?? []),
    );
    if (paths.missing.length > 0) {
      const { rows } = await sql<{ id: string; path: string }>`
        select id, path from pages where account_id = ${accountId} and id = any(${paths.missing}::bigint[])`.execute(trx);
      for (const { id, path } of rows) paths.add(id, path);
    }
    if (countries.missing.length > 0) {
      const { rows } = await sql<{ id: string; code: string | null }>`
        select id, country_code as code from places where account_id = ${accountId} and id = any(${countries.missing}::bigint[])`.execute(
        trx,
      );
      for (const { id, code } of rows) countries.add(id, { code });
    }
    if (networks.missing.length > 0) {
      const { rows } = await sql<Network & { id: string }>`
        select id, kind, no_company_reason as reason from verdicts where account_id = ${accountId} and id = any(${networks.missing}::bigint[])`.execute(
        trx,
      );
      for (const { id, kind, reason } of rows) networks.add(id, { kind, reason });
    }
    return {
      pathOf: (id) => paths.found.get(id),
      countryOf: (id) => countries.found.get(id)?.code,
      networkOf: (id) => networks.found.get(id),
    };
  }
}

function collect<Value>(known: BoundedMap<string, Value>, ids: readonly string[], scope = '') {
  const found = new Map<string, Value>();
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const value = known.get(scope + id);
    if (value === undefined) missing.push(id);
    else found.set(id, value);
  }
  const add = (id: string, value: Value) => {
    known.set(scope + id, value);
    found.set(id, value);
  };
  return { found, missing, add };
}
