import type { Task } from 'graphile-worker';
import type { PipelineContext } from '../domain/ingestion/batch.ts';
import { inSpan, type SpanOptions } from '../lib/tracing.ts';
import { announceFeedsJob, announceLeadsJob } from './announce-leads.ts';
import { applyGoalJob } from './apply-goal.ts';
import { backUpJob } from './back-up.ts';
import { changeGroupCompanyJob } from './change-group-company.ts';
import { followCrmJob, followCrmsJob } from './follow-crm.ts';
import { followFeedJob, followFeedsJob } from './follow-feed.ts';
import { forgetAddressesJob } from './forget-addresses.ts';
import { forgetAnswersJob } from './forget-answers.ts';
import { forgetAuditJob } from './forget-audit.ts';
import { forgetOauthRecordsJob } from './forget-oauth-records.ts';
import { forgetOld } from './forget-old.ts';
import { forgetRecordJobsJob } from './forget-record-jobs.ts';
import { forgetVisitsJob } from './forget-visits.ts';
import { joinVisitorsJob } from './join-visitors.ts';
import { mailPasswordResetJob } from './mail-password-reset.ts';
import { makeExportJob } from './make-export.ts';
import { makePartitions } from './make-partitions.ts';
import { mergeConfirmedCompaniesJob } from './merge-confirmed-companies.ts';
import { reattributeVisits } from './reattribute-visits.ts';
import { rebuildCompanyDaysJob, resumeDayRebuildsJob } from './rebuild-company-days.ts';
import { refreshIcpMatchesJob } from './refresh-icp-matches.ts';
import { removeOldExportsJob } from './remove-old-exports.ts';
import { resumeBatchJobsJob } from './resume-batch-jobs.ts';
import { resumeExportsJob } from './resume-exports.ts';
import { runBatchJobJob } from './run-batch-job.ts';
import { resumeRecordJobsJob, runRecordJobJob } from './run-record-job.ts';
import { forgetDeliveriesJob, resumeDeliveriesJob, sendDeliveryJob } from './send-delivery.ts';
import { forgetImportsJob, resumeImportsJob, workOnImportJob } from './work-on-import.ts';

export type JobContext = PipelineContext;

export type Job = {
  name: string;
  /** When it runs by itself, as a crontab has it, in UTC. */
  schedule?: string;
  /** What the crontab says after the name of the task. */
  scheduleOptions?: string;
  /** How many of it run at once, apart from all others: what waits for strangers or their files must not keep the rest waiting. */
  apart?: number;
  /** Whether this process does such work; without it every one does. */
  isFor?(ctx: JobContext): boolean;
  /** The signal is aborted soon after the process was told to stop. */
  run(ctx: JobContext, payload: Record<string, unknown>, signal?: AbortSignal): Promise<void>;
};

/** All background work. One small file a job. */
export const jobs: Job[] = [
  forgetOld,
  forgetAddressesJob,
  forgetVisitsJob,
  makePartitions,
  rebuildCompanyDaysJob,
  resumeDayRebuildsJob,
  reattributeVisits,
  joinVisitorsJob,
  mergeConfirmedCompaniesJob,
  runBatchJobJob,
  runRecordJobJob,
  resumeRecordJobsJob,
  forgetRecordJobsJob,
  refreshIcpMatchesJob,
  resumeBatchJobsJob,
  applyGoalJob,
  followFeedJob,
  followFeedsJob,
  followCrmJob,
  changeGroupCompanyJob,
  followCrmsJob,
  announceLeadsJob,
  announceFeedsJob,
  sendDeliveryJob,
  resumeDeliveriesJob,
  forgetDeliveriesJob,
  mailPasswordResetJob,
  forgetAnswersJob,
  forgetAuditJob,
  forgetOauthRecordsJob,
  makeExportJob,
  resumeExportsJob,
  removeOldExportsJob,
  workOnImportJob,
  resumeImportsJob,
  forgetImportsJob,
  backUpJob,
];

const traced: SpanOptions = { kind: 'consumer', attributes: { 'leadlight.span': 'use case' } };

export function taskList(ctx: JobContext, wanted: readonly Job[] = jobs): Record<string, Task> {
  return Object.fromEntries(
    wanted.map(({ name, run }) => [
      name,
      (payload, { abortSignal }) => inSpan(`job ${name}`, traced, () => run(ctx, payload as Record<string, unknown>, abortSignal)),
    ]),
  );
}

export function crontab(wanted: readonly Job[]): string {
  return wanted
    .flatMap(({ name, schedule, scheduleOptions }) => (schedule === undefined ? [] : [schedule, name, scheduleOptions].join(' ').trim()))
    .join('\n');
}
