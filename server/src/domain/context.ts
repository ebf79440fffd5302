import type { Logger } from 'pino';
import type { Database, RequestDatabases } from '../db/connect.ts';
import type { Outgoing } from './alerts/outgoing.ts';
import type { Actor } from './audit/actor.ts';
import type { IdentityProvider } from './auth/oidc/identity-provider.ts';
import type { PasskeyVerifier } from './auth/passkeys/passkey-verifier.ts';
import type { BackupSchedule } from './backups/backup-schedule.ts';
import type { CompanyLoader } from './companies/load-company.ts';
import type { FieldProvider } from './enrichment/field-provider.ts';
import type { ReportFormat } from './exports/report-format.ts';
import type { FileStore } from './file-store.ts';
import type { JobQueue } from './job-queue.ts';
import type { ReasonWriter } from './leads/reason-writer.ts';
import type { LogoSources } from './logos/logo-sources.ts';
import type { SampleSource } from './onboarding/sample-source.ts';
import type { SecretBox } from './secret-box.ts';
import type { WorkCounts } from './work-counts.ts';

export type Clock = { now(): Date };

export type Ids = {
  uuid(): string;
  /** Increases over time within a process; unique across processes. */
  ordered(): string;
  /** Short numeric ids for records that users see. */
  records(db: Database, count: number): Promise<string[]>;
};

/** The dependencies of a use case. */
export type Context = {
  db: Database;
  /** Databases restricted by row-level security, in processes that serve requests. */
  requestDatabases?: RequestDatabases;
  clock: Clock;
  ids: Ids;
  jobs: JobQueue;
  files: FileStore;
  /** Set in processes that serve requests. */
  secrets?: SecretBox;
  /** Set if users can sign in through an external identity provider. */
  identityProvider?: IdentityProvider;
  /** Set in processes that serve requests. */
  passkeys?: PasskeyVerifier;
  /** Set in processes that write report files. */
  reportFormat?: ReportFormat;
  log: Logger;
  /** Shared by the concurrent requests of a process. Without it every record is loaded separately. */
  companyLoader?: CompanyLoader;
  /** Overrides the built-in provider of AI fields. */
  aiFields?: FieldProvider;
  /** Set if the operator has configured an AI endpoint that phrases the reasons to call a company. */
  reasonWriter?: ReasonWriter;
  /** Set in processes that may send mail and webhooks. */
  outgoing?: Outgoing;
  /** Set if the operator has enabled a source of company logos. */
  logos?: LogoSources;
  /** Set in processes that fill accounts with sample data. */
  samples?: SampleSource;
  /** Maximum number of events that may wait in the event queue. */
  inboxLimit?: number;
  /** Set in processes that write scheduled backups. */
  backups?: BackupSchedule;
  /** Counters for metrics; not set in commands. */
  counts?: WorkCounts;
  /** Defaults to the service itself. */
  actor?: Actor;
};
