import { type DatabaseConnection, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';
import { type Cancellable, CancellableWork } from '../lib/cancellable-work.ts';

/** Registers each acquired connection with the current work, so that cancelling the work cancels its running query. */
class HoldingDriver extends PostgresDriver {
  readonly #holders = new WeakMap<DatabaseConnection, { work: CancellableWork; held: Cancellable }>();

  override async acquireConnection(...args: Parameters<PostgresDriver['acquireConnection']>): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...args);
    const work = CancellableWork.current();
    if (!work) return connection;
    const held = { cancel: () => cancelQuery(connection) };
    try {
      work.hold(held);
    } catch (error) {
      await this.releaseConnection(connection as never);
      throw error;
    }
    this.#holders.set(connection, { work, held });
    return connection;
  }

  override async releaseConnection(...args: Parameters<PostgresDriver['releaseConnection']>): Promise<void> {
    const [connection] = args;
    const holder = this.#holders.get(connection);
    this.#holders.delete(connection);
    await holder?.work.release(holder.held);
    return super.releaseConnection(...args);
  }
}

async function cancelQuery(connection: DatabaseConnection): Promise<void> {
  await connection.collectSessionInfo?.();
  await connection.cancelQuery?.(() => Promise.reject(new Error('Cancelling must not use this connection.')));
}

/** A PostgreSQL dialect whose queries can be cancelled by the work that started them. */
export class CancellableDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new HoldingDriver(this.#config);
  }
}
