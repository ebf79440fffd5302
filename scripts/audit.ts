import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Asks the registry for known vulnerabilities of the production dependencies and fails on high or critical ones. If the registry
 * cannot be reached, reports that nothing was audited and exits successfully.
 */
type Vulnerability = { name: string; severity: string; via: (string | { title?: string; url?: string })[] };
type Report = { vulnerabilities?: Record<string, Vulnerability>; message?: string; error?: { code?: string; summary?: string } };

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  timeout: 60_000,
});

const report = parseReport(stdout ?? '');
if (report?.vulnerabilities === undefined) {
  const reason = report?.message || report?.error?.summary || report?.error?.code || 'no response';
  process.stdout.write(`Dependencies NOT audited: the registry could not be reached (${reason.split('\n')[0]}).\n`);
} else {
  const vulnerabilities = Object.values(report.vulnerabilities);
  const severe = vulnerabilities.filter(({ severity }) => severity === 'high' || severity === 'critical');
  for (const { name, severity, via } of vulnerabilities) {
    const titles = via.flatMap((advisory) =>
      typeof advisory === 'string' ? [] : [`${advisory.title ?? ''} ${advisory.url ?? ''}`.trim()],
    );
    process.stdout.write(`${severity}: ${name} ${titles.join('; ')}\n`);
  }
  process.stdout.write(
    `Dependencies audited: ${vulnerabilities.length} known vulnerabilities, ${severe.length} of them high or critical.\n`,
  );
  if (severe.length > 0) process.exitCode = 1;
}

function parseReport(text: string): Report | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
