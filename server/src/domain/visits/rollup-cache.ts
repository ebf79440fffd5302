import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { unknownPlaceId } from './dictionaries.ts';
import type { RollupLookup, RollupVisit } from './rollup-values.ts';

const maxEntries = 20_000;
/** Enough for dozens of values in each of a few thousand active accounts. */
const maxValues = 50_000;

type Network = { kind: string; reason: string | null };

/** Caches the data about pages, places and verdicts that rollups need. Ids are hashes of the contents, so entries never become stale. */
export class RollupCache {
  readonly #paths = new BoundedMap<string, string>(maxEntries);
  readonly #countries = new BoundedMap<string, { code: string | null }>(maxEntries);
  readonly #networks = new BoundedMap<string, Network>(maxEntries);

  /** Values known to be in the dictionary of an account. They are deleted only with the account. */
  readonly #values = new BoundedMap<string, true>(maxValues);

  hasValue(accountId: string, id: string): boolean {
    return this.#values.get(`${accountId} ${id}`) !== undefined;
  }

  addValue(accountId: string, id: string) {
    this.#values.set(`${accountId} ${id}`, true);
  }

  async lookUp(trx: Transaction<DB>, accountId: string, visits: readonly RollupVisit[]): Promise<RollupLookup> {
    const paths = collect(
      this.#paths,
      visits.flatMap(({ pageIds }) => pageIds),
    );
    const countries = collect(
      this.#countries,
      // The unknown place is not stored.
      visits.flatMap(({ placeId }) => (placeId === unknownPlaceId ? [] : placeId)),
    );
    const networks = collect(
      this.#networks,
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

function collect<Value>(known: BoundedMap<string, Value>, ids: readonly string[]) {
  const found = new Map<string, Value>();
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const value = known.get(id);
    if (value === undefined) missing.push(id);
    else found.set(id, value);
  }
  const add = (id: string, value: Value) => {
    known.set(id, value);
    found.set(id, value);
  };
  return { found, missing, add };
}
