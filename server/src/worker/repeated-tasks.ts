import { announceLeadsOfAccounts, announcePauseMs } from '../domain/alerts/announce-leads.ts';
import { applyLeadChanges } from '../domain/leads/apply-lead-changes.ts';

/** Short tasks that follow recent changes. They run more often than scheduled jobs can, and do not wait for other jobs. */
export const repeatedTasks = [
  { run: applyLeadChanges, pauseMs: 1000, failure: 'The lead rollups could not be updated; retrying' },
  { run: announceLeadsOfAccounts, pauseMs: announcePauseMs, failure: 'New leads could not be announced; retrying' },
];
