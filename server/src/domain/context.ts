import type { Logger } from 'pino';
import type { Database, RequestDatabases } from '../db/connect.ts';
import type { Outgoing } from './alerts/outgoing.ts';
import type { Actor } from './audit/actor.ts';
import type { BackupSchedule } from './backups/backup-schedule.ts';
import type { FieldProvider } from './enrichment/field-provider.ts';
import type { ReportFormat } from './exports/report-format.ts';
import type { FileStore } from './files.ts';
import type { JobQueue } from './jobs.ts';
import type { WorkCounts } from './work-counts.ts';

export type Clock = { now(): Date };

export type Ids = {
  uuid(): string;
  /** Grows with time within a process, and is unlike that of every other process. */
  ordered(): string;
  /** Short numbers for records that people read. */
  records(db: Database, count: number): Promise<string[]>;
};

/** What every use case may use of the outside world. */
export type Context = {
  db: Database;
  /** Where requests are served: databases that see one account alone, or none. */
  requestDatabases?: RequestDatabases;
  clock: Clock;
  ids: Ids;
  jobs: JobQueue;
  files: FileStore;
  /** How the report file of an export is written, where the process writes them. */
  reportFormat?: ReportFormat;
  log: Logger;
  /** Answers the questions of AI fields where the operator has set one; else the built-in one does. */
  aiFields?: FieldProvider;
  /** Mail and webhooks, where the process may send them. */
  outgoing?: Outgoing;
  /** Where and how often backups are written, where the process is configured to. */
  backups?: BackupSchedule;
  /** What the operator watches; absent where nobody does, as in commands. */
  counts?: WorkCounts;
  /** Who this is done for; the service itself when absent. */
  actor?: Actor;
};
