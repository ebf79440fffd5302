import type { Task } from 'graphile-worker';
import { deleteAccount } from '../domain/accounts/delete-account.ts';
import { deleteOldDeliveries } from '../domain/alerts/delete-old-deliveries.ts';
import { enqueueDigests } from '../domain/alerts/enqueue-digests.ts';
import { recoverableDeliveries } from '../domain/alerts/recoverable-deliveries.ts';
import { type DigestMail, sendDigest, sendDigestJobName } from '../domain/alerts/send-digest.ts';
import { deleteExpiredAuditEntries } from '../domain/audit/delete-expired-audit.ts';
import { mailPasswordReset } from '../domain/auth/mail-password-reset.ts';
import { deleteExpiredOauthRecords } from '../domain/auth/oauth-records.ts';
import { type AutomationPush, pushAutomation, pushAutomationJobName } from '../domain/automations/push-automation.ts';
import { enqueueAutomationRuns, runAutomationJobName, runAutomationsOfAccount } from '../domain/automations/run-automation.ts';
import { runDueBackup } from '../domain/backups/run-due-backup.ts';
import { batchJobName } from '../domain/batch-jobs/enqueue-batch-job.ts';
import { recoverableBatchJobs } from '../domain/batch-jobs/recoverable-batch-jobs.ts';
import { runBatchJob } from '../domain/batch-jobs/run-batch-job.ts';
import { indexCompanyNames } from '../domain/companies/index-company-names.ts';
import { setGroupCompanyJobName } from '../domain/companies/request-group-company.ts';
import { setGroupCompany } from '../domain/companies/set-group-company.ts';
import { enqueueAccountMoves, enqueueAccountMovesJobName, type MergedCompany } from '../domain/company-merges/enqueue-account-moves.ts';
import {
  enqueueMovesOfJoinedCompanies,
  enqueueMovesOfJoinedCompaniesJobName,
  type JoinedCompanies,
} from '../domain/company-merges/enqueue-moves-of-joined-companies.ts';
import { mergeConfirmedCompanies } from '../domain/company-merges/merge-confirmed-companies.ts';
import { type AccountMove, moveAccountData, moveAccountDataJobName } from '../domain/company-merges/move-account-data.ts';
import { type Decision, decideCandidateJobName, runDecision } from '../domain/company-merges/request-decision.ts';
import { enqueueFollowCrm, followCrm, followCrmJobName } from '../domain/crm/follow-crm.ts';
import { deleteOldExports } from '../domain/exports/delete-old-exports.ts';
import { exportJobName } from '../domain/exports/enqueue-export.ts';
import { recoverableExports } from '../domain/exports/recoverable-exports.ts';
import { runExport } from '../domain/exports/run-export.ts';
import { followFeedJobName } from '../domain/feeds/connect-list.ts';
import { countFeedsJobName, recountFeeds } from '../domain/feeds/count-feeds.ts';
import { enqueueFollowChanges, followChanges, followChangesJobName, followFeed } from '../domain/feeds/follow-feed.ts';
import { type GoalRun, goalRunJobName } from '../domain/goals/enqueue-goal-run.ts';
import { refreshAllMatches } from '../domain/icps/refresh-all-matches.ts';
import { refreshMatchesJobName } from '../domain/icps/refresh-matches.ts';
import { runRefreshMatches } from '../domain/icps/write-icps.ts';
import { deleteOldIdempotencyKeys } from '../domain/idempotency-keys.ts';
import { importJobName } from '../domain/imports/enqueue-import.ts';
import { deleteOldImports } from '../domain/imports/imports.ts';
import { processImport } from '../domain/imports/process-import.ts';
import {
  type RemovedCompanies,
  reattributeRemovedCompanies,
  reattributeRemovedCompaniesJobName,
} from '../domain/imports/reattribute-removed-companies.ts';
import { recoverableImports } from '../domain/imports/recoverable-imports.ts';
import { joinVisitorsJobName } from '../domain/ingestion/join-consented-visitors.ts';
import { buildLeadWindow } from '../domain/leads/build-lead-window.ts';
import { buildLeadWindowJobName } from '../domain/leads/lead-windows.ts';
import { rollLeadWindows } from '../domain/leads/roll-lead-windows.ts';
import { deleteExpiredSiteIcons, loadSiteIcon, loadSiteIconJobName } from '../domain/logos/load-site-icon.ts';
import { deleteOldNotifications } from '../domain/notifications/delete-old-notifications.ts';
import { mailNotification, mailNotificationJobName, type NotificationMail } from '../domain/notifications/mail-notification.ts';
import { deleteSampleAccountJobName } from '../domain/onboarding/delete-sample-account.ts';
import {
  fillSampleAccount,
  fillSampleAccountJobName,
  finishSampleAccount,
  finishSampleAccountJobName,
} from '../domain/onboarding/fill-sample-account.ts';
import type { SampleOwner } from '../domain/onboarding/sample-source.ts';
import { type Consented, joinVisitors } from '../domain/reattribution/join-visitors.ts';
import { runReattribution } from '../domain/reattribution/run-reattribution.ts';
import { reattributionJobName } from '../domain/reattribution/start-reattribution.ts';
import { recordJobName } from '../domain/record-jobs/create-record-job.ts';
import { deleteOldRecordJobs } from '../domain/record-jobs/delete-old-record-jobs.ts';
import { recoverableRecordJobs } from '../domain/record-jobs/recoverable-record-jobs.ts';
import { runRecordJob } from '../domain/record-jobs/run-record-job.ts';
import { type RecoverableWork, recoverInterruptedWork } from '../domain/recover-interrupted-work.ts';
import { deleteExpiredAddresses } from '../domain/retention/delete-expired-addresses.ts';
import { deleteExpiredRows } from '../domain/retention/delete-expired-rows.ts';
import { deleteExpiredVisits } from '../domain/retention/delete-expired-visits.ts';
import { applyGoal } from '../domain/visits/apply-goal.ts';
import { ensurePartitions } from '../domain/visits/ensure-partitions.ts';
import { deleteOldSnapshots } from '../domain/visits/pagination-snapshots.ts';
import { rebuildRollups } from '../domain/visits/rebuild-rollups.ts';
import { recoverableRollupRebuilds } from '../domain/visits/recoverable-rollup-rebuilds.ts';
import { rebuildRollupsJobName } from '../domain/visits/request-rollup-rebuild.ts';
import { inSpan, type SpanOptions } from '../lib/tracing.ts';
import type { Job, JobContext } from './job.ts';
import { sendDeliveryJob } from './send-delivery.ts';

const everyMinute = '* * * * *';

/** The time of a daily job (minute and hour). If the service is stopped at that time, the job runs when it starts again. */
function daily(time: string): Pick<Job, 'schedule' | 'scheduleOptions'> {
  return { schedule: `${time} * * *`, scheduleOptions: '?fill=1d' };
}

export const recoveryJobName = 'recover-interrupted-work';

/** Work that another worker resumes if the one running it was killed. */
const recoverableWork: readonly RecoverableWork[] = [
  recoverableRollupRebuilds,
  recoverableBatchJobs,
  recoverableRecordJobs,
  recoverableDeliveries,
  recoverableExports,
  recoverableImports,
];

/** All background jobs: first those that are enqueued, then the scheduled ones (cron). */
export const jobs: Job[] = [
  { name: goalRunJobName, isLong: true, run: (ctx, payload) => applyGoal(ctx, payload as GoalRun) },
  {
    name: reattributionJobName,
    isLong: true,
    run: (ctx, { accountId, reattributionId }) => runReattribution(ctx, text(accountId), text(reattributionId)),
  },
  { name: joinVisitorsJobName, run: (ctx, payload) => joinVisitors(ctx, payload as Consented) },
  { name: rebuildRollupsJobName, isLong: true, run: (ctx, { accountId }) => rebuildRollups(ctx, text(accountId)) },
  { name: batchJobName, run: (ctx, { accountId, jobId }) => runBatchJob(ctx, text(accountId), text(jobId)) },
  { name: recordJobName, ownConcurrency: 4, run: (ctx, { accountId, jobId }) => runRecordJob(ctx, text(accountId), text(jobId)) },
  { name: followFeedJobName, run: (ctx, { accountId, listNumber }) => followFeed(ctx, text(accountId), text(listNumber)) },
  { name: followChangesJobName, run: (ctx, { accountId }) => followChanges(ctx, text(accountId)) },
  { name: followCrmJobName, run: (ctx, { accountId }) => followCrm(ctx, text(accountId)) },
  {
    name: setGroupCompanyJobName,
    run: (ctx, { companyId, groupId }) => setGroupCompany(ctx.db, text(companyId), groupId as string | null, ctx.clock.now()),
  },
  { name: decideCandidateJobName, run: (ctx, payload) => runDecision(ctx, payload as Decision) },
  { name: enqueueMovesOfJoinedCompaniesJobName, run: (ctx, payload) => enqueueMovesOfJoinedCompanies(ctx, payload as JoinedCompanies) },
  { name: enqueueAccountMovesJobName, run: (ctx, payload) => enqueueAccountMoves(ctx, payload as MergedCompany) },
  { name: moveAccountDataJobName, run: (ctx, payload) => moveAccountData(ctx, payload as AccountMove) },
  { name: reattributeRemovedCompaniesJobName, run: (ctx, payload) => reattributeRemovedCompanies(ctx, payload as RemovedCompanies) },
  sendDeliveryJob,
  { name: runAutomationJobName, run: (ctx, { accountId }) => runAutomationsOfAccount(ctx, text(accountId)) },
  {
    name: pushAutomationJobName,
    ownConcurrency: 4,
    run: (ctx, payload, attempt) => pushAutomation(ctx, payload as AutomationPush, attempt?.isLast ?? false),
  },
  { name: mailNotificationJobName, ownConcurrency: 2, run: (ctx, payload) => mailNotification(ctx, payload as NotificationMail) },
  { name: sendDigestJobName, ownConcurrency: 2, run: (ctx, payload) => sendDigest(ctx, payload as DigestMail) },
  { name: 'mail-password-reset', ownConcurrency: 2, run: (ctx, { email }) => mailPasswordReset(ctx, text(email)) },
  { name: fillSampleAccountJobName, isLong: true, run: (ctx, payload) => fillSampleAccount(ctx, payload as SampleOwner) },
  { name: finishSampleAccountJobName, run: (ctx, payload) => finishSampleAccount(ctx, payload as SampleOwner) },
  { name: deleteSampleAccountJobName, isLong: true, run: (ctx, { accountId }) => deleteAccount(ctx, text(accountId)) },
  { name: loadSiteIconJobName, ownConcurrency: 2, run: (ctx, { domain }) => loadSiteIcon(ctx, text(domain)) },
  { name: exportJobName, run: (ctx, { exportId }) => runExport(ctx, text(exportId)) },
  { name: importJobName, ownConcurrency: 2, run: (ctx, { accountId, importId }) => processImport(ctx, text(accountId), text(importId)) },

  { name: refreshMatchesJobName, isLong: true, run: (ctx, { accountId, icpId }) => runRefreshMatches(ctx, text(accountId), text(icpId)) },
  { name: countFeedsJobName, isLong: true, run: (ctx, { accountId }) => recountFeeds(ctx, text(accountId)) },
  {
    name: buildLeadWindowJobName,
    isLong: true,
    run: (ctx, { accountId, from, to, usedAt }) =>
      buildLeadWindow(ctx, { accountId: text(accountId), from: text(from), to: text(to), usedAt: new Date(text(usedAt)) }),
  },

  { name: 'enqueue-digests', schedule: everyMinute, run: enqueueDigests },
  { name: 'run-automations', schedule: everyMinute, run: enqueueAutomationRuns },
  { name: 'follow-feeds', schedule: everyMinute, run: enqueueFollowChanges },
  { name: 'follow-crms', schedule: '*/10 * * * *', run: enqueueFollowCrm },
  { name: 'merge-confirmed-companies', isLong: true, schedule: '*/10 * * * *', run: mergeConfirmedCompanies },
  { name: 'index-company-names', schedule: everyMinute, scheduleOptions: '?jobKey=index-company-names', run: indexCompanyNames },
  { name: 'roll-lead-windows', schedule: '*/10 * * * *', run: rollLeadWindows },
  { name: 'refresh-icp-matches', isLong: true, ...daily('53 1'), run: refreshAllMatches },
  { name: 'make-partitions', ...daily('17 2'), run: ensurePartitions },
  {
    name: 'back-up',
    schedule: everyMinute,
    // With a job key, at most one job waits while a long backup runs.
    scheduleOptions: '?jobKey=back-up',
    ownConcurrency: 1,
    isFor: ({ backups }) => backups !== undefined,
    run: (ctx, _payload, attempt) => runDueBackup(ctx, attempt?.signal),
  },

  { name: recoveryJobName, schedule: everyMinute, run: (ctx) => recoverInterruptedWork(ctx, recoverableWork) },

  // Deletion of expired data.
  { name: 'delete-expired-rows', schedule: '23 * * * *', run: deleteExpiredRows },
  { name: 'delete-expired-addresses', isLong: true, ...daily('41 3'), run: deleteExpiredAddresses },
  { name: 'delete-expired-visits', isLong: true, ...daily('7 4'), run: (ctx) => deleteExpiredVisits(ctx) },
  { name: 'delete-old-record-jobs', ...daily('11 3'), run: deleteOldRecordJobs },
  { name: 'delete-old-deliveries', ...daily('23 3'), run: deleteOldDeliveries },
  { name: 'delete-old-notifications', ...daily('31 3'), run: deleteOldNotifications },
  { name: 'delete-expired-site-icons', ...daily('37 4'), run: deleteExpiredSiteIcons },
  { name: 'delete-old-idempotency-keys', schedule: '41 * * * *', run: deleteOldIdempotencyKeys },
  { name: 'delete-expired-audit', ...daily('29 4'), run: deleteExpiredAuditEntries },
  { name: 'delete-expired-oauth-records', schedule: '*/10 * * * *', run: deleteExpiredOauthRecords },
  { name: 'delete-old-imports', ...daily('47 4'), run: deleteOldImports },
  {
    name: 'delete-old-exports',
    schedule: '41 * * * *',
    async run(ctx) {
      await deleteOldExports(ctx);
      await deleteOldSnapshots(ctx);
    },
  },
];

function text(value: unknown): string {
  return String(value);
}

const traced: SpanOptions = { kind: 'consumer', attributes: { 'leadlight.span': 'use case' } };

export function taskList(ctx: JobContext, selected: readonly Job[] = jobs): Record<string, Task> {
  return Object.fromEntries(
    selected.map(({ name, run }) => [
      name,
      async (payload, { abortSignal, job }) => {
        const attempt = { ...(abortSignal && { signal: abortSignal }), isLast: job.attempts >= job.max_attempts };
        await inSpan(`job ${name}`, traced, () => run(ctx, payload as Record<string, unknown>, attempt));
      },
    ]),
  );
}

export function crontab(selected: readonly Job[]): string {
  return selected
    .flatMap(({ name, schedule, scheduleOptions }) => (schedule === undefined ? [] : [schedule, name, scheduleOptions].join(' ').trim()))
    .join('\n');
}
