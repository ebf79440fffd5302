import { connect } from '../db/connect.ts';
import type { PendingWork } from '../domain/integrity/check.ts';
import { type CheckReport, type DifferencesReport, findDifferences } from '../domain/integrity/find-differences.ts';

const pendingDescriptions: Record<PendingWork, string> = {
  day_rebuild: 'the rollups are being rebuilt',
  reattribution: 'past visits are being re-evaluated',
};

/** Runs the integrity checks of all accounts or of one account. Reports progress on standard error at most once a second. */
export async function deepCheck(url: string, accountId: string | undefined): Promise<DifferencesReport> {
  const { db, close } = connect(url, { connections: 1, name: 'doctor', onError: () => {} });
  try {
    return await findDifferences({ db }, { accountId, onProgress: oncePerSecond((message) => process.stderr.write(`${message}…\n`)) });
  } finally {
    await close();
  }
}

function oncePerSecond(report: (message: string) => void): (message: string) => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (message) => {
    if (performance.now() - reportedMs < 1000) return;
    reportedMs = performance.now();
    report(message);
  };
}

export function deepCheckText({ accounts, differences, checks }: DifferencesReport): string {
  const differing = checks.filter((check) => check.differences > 0);
  const skipped = checks.filter(({ skippedFor }) => skippedFor.length > 0);
  const summary = `${differences === 0 ? '✓' : '✗'} Stored data: ${accounts} ${accounts === 1 ? 'account' : 'accounts'} checked, ${differences} ${differences === 1 ? 'difference' : 'differences'}`;
  return [summary, ...differing.map(differencesText), ...skipped.map(skippedText)].join('\n');
}

function differencesText({ accountId, check, description, isRebuildable, differences, examples }: CheckReport): string {
  const lines = examples.map(
    ({ subject, stored, counted }) => `      ${subject}: stored ${stored ?? 'nothing'}, counted ${counted ?? 'nothing'}`,
  );
  const more = differences > examples.length ? [`      and ${differences - examples.length} more`] : [];
  const remedy = isRebuildable ? [`    Run: npx leadlight data rebuild-rollups --account ${accountId}`] : [];
  return [`  ✗ Account ${accountId}, ${check} (${description}): ${differences} differ`, ...lines, ...more, ...remedy].join('\n');
}

function skippedText({ accountId, check, skippedFor }: CheckReport): string {
  return `  - Account ${accountId}, ${check}: not compared, because ${skippedFor.map((work) => pendingDescriptions[work]).join(' and ')}`;
}

export function deepCheckJson({ accounts, differences, checks }: DifferencesReport) {
  return {
    accounts,
    differences,
    checks: checks.map((check) => ({
      account_id: check.accountId,
      check: check.check,
      differences: check.differences,
      examples: check.examples,
      skipped_for: check.skippedFor,
    })),
  };
}
