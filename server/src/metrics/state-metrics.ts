import { Gauge, type Registry } from 'prom-client';
import type { ServiceState } from '../domain/monitoring/get-service-state.ts';
import { CachedValue } from './cached-value.ts';

type Disk = { freeBytes: number; sizeBytes: number };
/** In seconds; null if unknown. */
type IpDataAges = { networks: number | null; locations: number | null };

export type StateSources = {
  serviceState(): Promise<ServiceState>;
  disk(): Promise<Disk>;
  ipDataAges(): IpDataAges;
  /** Whether row-level security restricts requests to their account. */
  hasRowLevelSecurity(): Promise<boolean>;
  /** 0 if no backups are scheduled. */
  backupIntervalSeconds: number;
};

const cachedMs = 10_000;
/** Row-level security is checked with several queries on separate connections, and changes rarely. */
const isolationCachedMs = 5 * 60_000;

/** Metrics of the whole installation. While the database does not respond, `database_up` is 0 and the values read from it are NaN. */
export class StateMetrics {
  readonly #gauges;
  readonly #values: readonly { refresh(): Promise<void> }[];

  constructor(registry: Registry, sources: StateSources, now: () => number = () => performance.now()) {
    const gauge = (name: string, help: string) => new Gauge({ name: `leadlight_${name}`, help, registers: [registry] });
    this.#gauges = {
      up: gauge('database_up', 'Whether the database responded to the last query.'),
      queuedEvents: gauge('inbox_events', 'Accepted events that wait for the pipeline.'),
      queueAge: gauge(
        'inbox_oldest_age_seconds',
        'How long the oldest request in the event queue has been waiting; 0 when nothing is waiting.',
      ),
      deadLetters: gauge('dead_letter_events', 'Events that could not be processed and are kept for a retry.'),
      jobsWaiting: gauge('jobs_waiting', 'Background jobs that are due or running.'),
      jobsAge: gauge('jobs_oldest_age_seconds', 'How long the oldest job that is due has been waiting; 0 when none is.'),
      jobsDead: gauge('jobs_dead', 'Background jobs that have used up all their attempts.'),
      databaseSize: gauge('database_size_bytes', 'Size of the database; on a cluster, of the coordinator only.'),
      lastBackup: gauge('backup_last_success_timestamp_seconds', 'When the last backup was written, in seconds since 1970; 0 if never.'),
      backupInterval: gauge('backup_interval_seconds', 'BACKUP_EVERY of this process; 0 if it is off.'),
      rowLevelSecurity: gauge('row_level_security', '1 if row-level security restricts requests to their account.'),
      diskFree: gauge('disk_free_bytes', 'Free space on the disk that holds DATA_DIR.'),
      diskSize: gauge('disk_size_bytes', 'Size of the disk that holds DATA_DIR.'),
      ipDataAge: new Gauge({
        name: 'leadlight_ip_data_age_seconds',
        help: 'Age of the IP data: networks, locations.',
        labelNames: ['data'],
        registers: [registry],
      }),
    };
    this.#gauges.backupInterval.set(sources.backupIntervalSeconds);
    // Each is refreshed separately, so that one that hangs does not affect the others.
    this.#values = [
      new CachedValue({ read: () => sources.serviceState(), show: (state) => this.#setDatabase(state), cachedMs, now }),
      new CachedValue({ read: () => sources.disk(), show: (disk) => this.#setDisk(disk), cachedMs, now }),
      new CachedValue({ read: async () => sources.ipDataAges(), show: (ages) => this.#setIpDataAges(ages), cachedMs, now }),
      new CachedValue({
        read: () => sources.hasRowLevelSecurity(),
        show: (isActive) => this.#setRowLevelSecurity(isActive),
        cachedMs: isolationCachedMs,
        now,
      }),
    ];
    // A gauge that was never set would be 0, which means that it is not active.
    this.#setRowLevelSecurity(null);
  }

  /** Refreshes the values that are not recent. */
  async refresh(): Promise<void> {
    await Promise.all(this.#values.map((value) => value.refresh()));
  }

  #setDatabase(state: ServiceState | null): void {
    const gauges = this.#gauges;
    gauges.up.set(state === null ? 0 : 1);
    gauges.queuedEvents.set(state?.eventQueue.events ?? Number.NaN);
    gauges.queueAge.set(state?.eventQueue.oldestAgeSeconds ?? Number.NaN);
    gauges.deadLetters.set(state?.deadLetterEvents ?? Number.NaN);
    gauges.jobsWaiting.set(state?.jobs.waiting ?? Number.NaN);
    gauges.jobsAge.set(state?.jobs.oldestAgeSeconds ?? Number.NaN);
    gauges.jobsDead.set(state?.jobs.dead ?? Number.NaN);
    gauges.databaseSize.set(state?.databaseBytes ?? Number.NaN);
    gauges.lastBackup.set(state === null ? Number.NaN : (state.lastBackupAt?.getTime() ?? 0) / 1000);
  }

  #setDisk(disk: Disk | null): void {
    this.#gauges.diskFree.set(disk?.freeBytes ?? Number.NaN);
    this.#gauges.diskSize.set(disk?.sizeBytes ?? Number.NaN);
  }

  #setIpDataAges(ages: IpDataAges | null): void {
    this.#gauges.ipDataAge.set({ data: 'networks' }, ages?.networks ?? Number.NaN);
    this.#gauges.ipDataAge.set({ data: 'locations' }, ages?.locations ?? Number.NaN);
  }

  #setRowLevelSecurity(isActive: boolean | null): void {
    this.#gauges.rowLevelSecurity.set(isActive === null ? Number.NaN : Number(isActive));
  }
}
