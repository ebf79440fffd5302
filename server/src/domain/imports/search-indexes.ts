import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';

/** Maximum size of the pending list. Rarely reached, because entries are moved to the index while the next batch is written. */
const maxPendingKb = 65_536;
/** More rows at once take less time per row, but every search reads the whole pending list. */
const rowsAddedAtOnce = 16_000;

/**
 * GIN indexes that an import fills. New entries go to the pending list of the index and are moved to the index on another connection while
 * the next batch is written; moving them takes a fifth of the time of an import.
 */
export class SearchIndexes {
  readonly #ctx: Context;
  readonly #names: readonly string[];
  #updating: Promise<void> | null = null;
  #waitingRows = 0;

  constructor(ctx: Context, names: readonly string[]) {
    this.#ctx = ctx;
    this.#names = names;
  }

  /** Leaves the entries of a transaction in the pending list. */
  async deferWithin(trx: Database): Promise<void> {
    if (this.#names.length > 0) await sql`set local gin_pending_list_limit = ${sql.lit(maxPendingKb)}`.execute(trx);
  }

  /** Starts to move pending entries to the index if there are enough, unless this is already in progress. */
  update(writtenRows: number): void {
    this.#waitingRows += writtenRows;
    if (this.#waitingRows < rowsAddedAtOnce || this.#updating !== null) return;
    this.#waitingRows = 0;
    this.#updating = this.#addEntries().finally(() => {
      this.#updating = null;
    });
  }

  /** Moves all pending entries to the index. */
  async complete(): Promise<void> {
    await this.#updating;
    await this.#addEntries();
  }

  async #addEntries(): Promise<void> {
    try {
      for (const name of this.#names) await sql`select gin_clean_pending_list(${name}::regclass)`.execute(this.#ctx.db);
    } catch (error) {
      // Searches find pending entries too, only more slowly, and the next vacuum moves them.
      this.#ctx.log.warn({ err: error }, 'Could not update a search index during an import');
    }
  }
}

/** Omits indexes owned by another role, and all indexes on a cluster, where their shards are on other nodes. */
export async function openSearchIndexes(ctx: Context, names: readonly string[]): Promise<SearchIndexes> {
  if (names.length === 0) return new SearchIndexes(ctx, []);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid in (select to_regclass(given.name) from unnest(${names}::text[]) as given (name)) and pg_has_role(relowner, 'usage')
      and not exists (select 1 from pg_extension where extname = 'citus')`.execute(ctx.db);
  return new SearchIndexes(
    ctx,
    rows.map(({ name }) => name),
  );
}
