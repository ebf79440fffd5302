import { Gauge, type Registry } from 'prom-client';
import type { ServiceState } from '../domain/monitoring/get-service-state.ts';

export type StateSources = {
  serviceState(): Promise<ServiceState>;
  disk(): Promise<{ freeBytes: number; sizeBytes: number }>;
  /** Age of the IP data in seconds; null if unknown. */
  ipDataAges(): { networks: number | null; locations: number | null };
  /** Whether row-level security restricts requests to their account. */
  hasRowLevelSecurity(): Promise<boolean>;
  /** 0 if no backups are scheduled. */
  backupIntervalSeconds: number;
};

/** Minimum time between database queries, however often the metrics are scraped. */
const cachedMs = 10_000;
/** Row-level security is checked with several queries on separate connections, and changes rarely. */
const isolationCachedMs = 5 * 60_000;
/** Maximum time to wait for the database, so that one that hangs does not block the scrape of other metrics. */
const timeoutMs = 3000;

/** Metrics of the whole installation. While the database does not respond, `database_up` is 0 and the values read from it are NaN. */
export class StateMetrics {
  readonly #sources: StateSources;
  readonly #now: () => number;
  readonly #gauges;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #isolationReadAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(registry: Registry, sources: StateSources, now: () => number = () => performance.now()) {
    this.#sources = sources;
    this.#now = now;
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
  }

  /** Refreshes the values unless they are recent. Waits for at most `timeoutMs`; a failed query sets its values to NaN. */
  async refresh(): Promise<void> {
    if (this.#now() - this.#readAtMs < cachedMs) return;
    this.#reading ??= this.#read().finally(() => {
      this.#readAtMs = this.#now();
      this.#reading = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, 'late');
    });
    if ((await Promise.race([this.#reading, tooLate])) === 'late') this.#setDatabase(null);
    clearTimeout(timer);
  }

  async #read(): Promise<void> {
    const gauges = this.#gauges;
    const ages = this.#sources.ipDataAges();
    for (const [data, age] of Object.entries(ages)) gauges.ipDataAge.set({ data }, age ?? Number.NaN);
    const disk = await this.#sources.disk().catch(() => null);
    gauges.diskFree.set(disk?.freeBytes ?? Number.NaN);
    gauges.diskSize.set(disk?.sizeBytes ?? Number.NaN);
    this.#setDatabase(await this.#sources.serviceState().catch(() => null));
    await this.#readIsolation();
  }

  async #readIsolation(): Promise<void> {
    if (this.#now() - this.#isolationReadAtMs < isolationCachedMs) return;
    const isActive = await this.#sources.hasRowLevelSecurity().catch(() => null);
    this.#gauges.rowLevelSecurity.set(isActive === null ? Number.NaN : Number(isActive));
    if (isActive !== null) this.#isolationReadAtMs = this.#now();
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
}
