import { plainArray } from './array-literal.ts';
import { itemAt } from './item-at.ts';

/** One statement for the inputs of several callers. Returns their results in the same order. */
type CombinedStatement<Db, Input, Result> = (db: Db, inputs: readonly Input[]) => Promise<readonly Result[]>;

/** One statement that writes rows of several accounts. `accountIds` is an array literal with the account of each row. */
export type RowWriter<Db, Row> = (db: Db, accountIds: string, rows: readonly Row[]) => Promise<unknown>;

type AnyStatement = (inputs: readonly unknown[]) => Promise<readonly unknown[]>;
type Call = { input: unknown; resolve(result: unknown): void; reject(error: unknown): void };
type PendingStatement = { statement: AnyStatement; calls: Call[] };
type AccountRows<Row> = { accountId: string; rows: readonly Row[] };

/** The combiner of each transaction passed to `combineStatements`. */
const combiners = new WeakMap<object, StatementCombiner>();

/** Combines statements that concurrent tasks in one transaction want to run at the same time. */
export class StatementCombiner {
  /** Waiting calls by the key of their statement. */
  readonly #waiting = new Map<unknown, PendingStatement>();
  #inProgress = 0;
  #isScheduled = false;

  /** Delays combined statements until this one ends, so that the callers that wait for it can add theirs. */
  async track<Result>(statement: Promise<Result>): Promise<Result> {
    this.#inProgress++;
    try {
      return await statement;
    } finally {
      this.#inProgress--;
      this.#schedule();
    }
  }

  run(key: unknown, statement: AnyStatement, input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key) ?? { statement, calls: [] };
      this.#waiting.set(key, waiting);
      waiting.calls.push({ input, resolve, reject });
      this.#schedule();
    });
  }

  #schedule() {
    if (this.#isScheduled || this.#inProgress > 0 || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    // Runs after all callers that can continue have reached their next statement.
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#inProgress > 0) return;
      const ready = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const pending of ready) send(pending);
    });
  }
}

async function send({ statement, calls }: PendingStatement): Promise<void> {
  try {
    const results = await statement(calls.map(({ input }) => input));
    for (const [index, { resolve }] of calls.entries()) resolve(itemAt(results, index));
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}

/** Makes `runCombined` and `writeRows` combine the statements of this transaction. */
export function combineStatements(trx: object, combiner: StatementCombiner): void {
  combiners.set(trx, combiner);
}

/** Runs a statement. In a transaction that combines statements, it runs once for all waiting callers; if it fails, it fails for all. */
export function runCombined<Db extends object, Input, Result>(
  db: Db,
  statement: CombinedStatement<Db, Input, Result>,
  input: Input,
): Promise<Result> {
  return runWith(db, statement, statement, input);
}

/** Writes rows of an account with a statement that is combined like those of `runCombined`. */
export async function writeRows<Db extends object, Row>(
  db: Db,
  write: RowWriter<Db, Row>,
  accountId: string,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const writeAll: CombinedStatement<Db, AccountRows<Row>, undefined> = async (trx, inputs) => {
    const accountIds = inputs.flatMap((input) => input.rows.map(() => input.accountId));
    await write(
      trx,
      plainArray(accountIds),
      inputs.flatMap((input) => input.rows),
    );
    return inputs.map(() => undefined);
  };
  await runWith(db, write, writeAll, { accountId, rows });
}

/** Calls with the same key are combined. */
async function runWith<Db extends object, Input, Result>(
  db: Db,
  key: unknown,
  statement: CombinedStatement<Db, Input, Result>,
  input: Input,
): Promise<Result> {
  const run = (inputs: readonly Input[]) => statement(db, inputs);
  const combiner = combiners.get(db);
  if (combiner === undefined) return itemAt(await run([input]), 0);
  return (await combiner.run(key, run as AnyStatement, input)) as Result;
}
