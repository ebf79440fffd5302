import { dayMs } from '../server/src/lib/day-ms.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { addDays } from '../server/src/lib/zoned-days.ts';
import { newestDay } from '../tests/kit/newest-day.ts';
import { password, type SoakAccount } from './soak-clients.ts';
import {
  companyDomains,
  differences,
  earlierLines,
  expectedLines,
  expectedTotals,
  versionedLines,
  versionedTotals,
} from './soak-compare.ts';
import type { ExpectedVisit } from './soak-ledger.ts';
import type { SoakRequests } from './soak-requests.ts';

type ComparedAccount = {
  account: SoakAccount;
  timezone: string;
  /** All visits, and those of companies under their final domains. */
  visits: readonly ExpectedVisit[];
  identified: readonly ExpectedVisit[];
};

const feedDays = 30;
const dailyDays = 90;

/** Returns how both APIs, the feeds and the dashboard differ from the expected result. */
export async function compareAccount(
  requests: SoakRequests,
  { account, timezone, visits, identified }: ComparedAccount,
): Promise<string[]> {
  const dayOf = (visit: ExpectedVisit) => newestDay(visit.startedAtMs, timezone);
  const days = [...new Set(visits.map(dayOf))].sort();
  if (days.length === 0) return [];
  const today = newestDay(Date.now(), timezone);
  const range = { start: firstOf(days), end: today };
  const expected = expectedLines(identified);
  const totals = expectedTotals(identified);
  const domains = await companyDomains(requests, account, range);
  const earlier = await earlierLines(requests, account, range, domains);
  const totalLines = (byDomain: Record<string, [number, number]>) =>
    Object.entries(byDomain).map(([domain, pair]) => `${domain} ${pair.join(' ')}`);
  const leadLines = Object.entries(totals).map(([domain, [count]]) => `${domain} ${count}`);
  const allDifferences = [
    ...differences(expected, await versionedLines(requests, account, days)).map((difference) => `v1 visits, ${difference}`),
    ...differences(expected, earlier.lines).map((difference) => `earlier visits, ${difference}`),
    ...differences(totalLines(totals), totalLines(await versionedTotals(requests, account, range))).map(
      (difference) => `v1 companies, ${difference}`,
    ),
    ...differences(
      leadLines,
      Object.entries(earlier.visits).map(([domain, count]) => `${domain} ${count}`),
    ).map((difference) => `earlier leads, ${difference}`),
  ];
  const app = await signIn(requests, account);
  const overview = await app(`overview?from=${range.start}&to=${range.end}`);
  const steps: { at: string; visits: number; identified: number; companies: number }[] = [];
  // The dashboard counts longer intervals by week, so each request covers at most this many days.
  for (let end = range.end; end >= range.start; end = addDays(end, -dailyDays)) {
    steps.push(...(await app(`overview?from=${addDays(end, 1 - dailyDays)}&to=${end}`)).steps);
  }
  const dayLine = (day: string, all: number, identifiedCount: number, companies: number) => `${day} ${all} ${identifiedCount} ${companies}`;
  const expectedDays = days.map((day) => {
    const identifiedOnDay = identified.filter((visit) => dayOf(visit) === day);
    return dayLine(
      day,
      visits.filter((visit) => dayOf(visit) === day).length,
      identifiedOnDay.length,
      new Set(identifiedOnDay.map(({ domain }) => domain)).size,
    );
  });
  const foundDays = steps.filter((step) => step.visits > 0).map((step) => dayLine(step.at, step.visits, step.identified, step.companies));
  allDifferences.push(...differences(expectedDays, foundDays).map((difference) => `dashboard days, ${difference}`));
  const dashboardTotals = `${visits.length} ${identified.length} ${Object.keys(totals).length} ${visits.reduce((sum, { pageViews }) => sum + pageViews, 0)}`;
  const { visits: all, identified: identifiedCount, companies, pageViews } = overview.totals;
  allDifferences.push(
    ...differences([dashboardTotals], [`${all} ${identifiedCount} ${companies} ${pageViews}`]).map(
      (difference) => `dashboard totals, ${difference}`,
    ),
  );
  const since = newestDay(Date.now() - (feedDays - 1) * dayMs, timezone);
  const recentDomains = new Set(identified.filter((visit) => dayOf(visit) >= since).map(({ domain }) => domain));
  const { feeds } = await app('feeds');
  const { count } = feeds.find((feed: { id: string }) => feed.id === 'all_leads');
  allDifferences.push(
    ...differences([`all leads ${recentDomains.size}`], [`all leads ${count}`]).map((difference) => `feed counts, ${difference}`),
  );
  return allDifferences.map((difference) => `account ${account.accountId} in ${timezone}: ${difference}`);
}

async function signIn(requests: SoakRequests, { accountId, email }: SoakAccount) {
  const body = JSON.stringify({ email, password });
  const response = await requests.sendWithRetries('app read back', '/app/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const cookie = firstOf(firstOf(response.headers.getSetCookie()).split(';'));
  return async (path: string) =>
    JSON.parse((await requests.sendWithRetries('app read back', `/app/api/accounts/${accountId}/${path}`, { headers: { cookie } })).text);
}
