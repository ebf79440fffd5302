import { Gauge, type Registry } from 'prom-client';
import type { PoolState } from '../lib/pool-state.ts';

/** Pool states by name. Pools of the same name in different threads are added up. */
type PoolSource = () => Record<string, PoolState>;

export class PoolMetrics {
  readonly #sources = new Set<PoolSource>();

  constructor(registry: Registry) {
    const sources = this.#sources;
    const gauge = (name: string, help: string, value: (state: PoolState) => number) =>
      new Gauge({
        name: `leadlight_database_pool_${name}`,
        help,
        labelNames: ['pool'],
        registers: [registry],
        collect() {
          this.reset();
          for (const source of sources) for (const [pool, state] of Object.entries(source())) this.inc({ pool }, value(state));
        },
      });
    gauge('in_use', 'Database connections that are in use, by pool.', ({ inUse }) => inUse);
    gauge('idle', 'Database connections that are open and idle, by pool.', ({ idle }) => idle);
    gauge('waiting', 'Callers that wait for a database connection, by pool.', ({ waiting }) => waiting);
    gauge('limit', 'The most connections that a pool may open.', ({ limit }) => limit);
  }

  add(source: PoolSource): void {
    this.#sources.add(source);
  }
}
