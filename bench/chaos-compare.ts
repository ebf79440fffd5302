import { firstOf } from '../server/src/lib/first-of.ts';
import { dayAfter } from '../server/src/lib/zoned-days.ts';
import { newestDay } from './chaos-oracle.ts';
import { password, type SoakAccount } from './soak-clients.ts';
import { companyDomains, differences, earlierLines, expectedLines, expectedSums, versionedLines, versionedSums } from './soak-compare.ts';
import type { RecountedVisit } from './soak-ledger.ts';
import type { SoakRequests } from './soak-requests.ts';

type ComparedAccount = {
  account: SoakAccount;
  timezone: string;
  /** All visits, and those of companies under their final domains. */
  visits: readonly RecountedVisit[];
  identified: readonly RecountedVisit[];
};

const dayMs = 86_400_000;
const feedDays = 30;
const dailyDays = 90;

/** Differences of both APIs, the feeds and the dashboard from the expected result. */
export async function compareAccount(
  requests: SoakRequests,
  { account, timezone, visits, identified }: ComparedAccount,
): Promise<string[]> {
  const dayOf = (visit: RecountedVisit) => newestDay(visit.startedAtMs, timezone);
  const days = [...new Set(visits.map(dayOf))].sort();
  if (days.length === 0) return [];
  const today = newestDay(Date.now(), timezone);
  const range = { start: firstOf(days), end: today };
  const expected = expectedLines(identified);
  const sums = expectedSums(identified);
  const domains = await companyDomains(requests, account, range);
  const earlier = await earlierLines(requests, account, range, domains);
  const sumLines = (of: Record<string, [number, number]>) => Object.entries(of).map(([domain, pair]) => `${domain} ${pair.join(' ')}`);
  const leadLines = Object.entries(sums).map(([domain, [count]]) => `${domain} ${count}`);
  const found = [
    ...differences(expected, await versionedLines(requests, account, days)).map((words) => `v1 visits, ${words}`),
    ...differences(expected, earlier.lines).map((words) => `earlier visits, ${words}`),
    ...differences(sumLines(sums), sumLines(await versionedSums(requests, account, range))).map((words) => `v1 companies, ${words}`),
    ...differences(
      leadLines,
      Object.entries(earlier.visits).map(([domain, count]) => `${domain} ${count}`),
    ).map((words) => `earlier leads, ${words}`),
  ];
  const app = await signIn(requests, account);
  const overview = await app(`overview?from=${range.start}&to=${range.end}`);
  const steps: { at: string; visits: number; identified: number; companies: number }[] = [];
  // The dashboard counts by day within this many days, and by week beyond.
  for (let end = range.end; end >= range.start; end = dayAfter(end, -dailyDays)) {
    steps.push(...(await app(`overview?from=${dayAfter(end, 1 - dailyDays)}&to=${end}`)).steps);
  }
  const dayLine = (day: string, all: number, ofCompanies: number, companies: number) => `${day} ${all} ${ofCompanies} ${companies}`;
  const expectedDays = days.map((day) => {
    const own = identified.filter((visit) => dayOf(visit) === day);
    return dayLine(day, visits.filter((visit) => dayOf(visit) === day).length, own.length, new Set(own.map(({ domain }) => domain)).size);
  });
  const foundDays = steps.filter((one) => one.visits > 0).map((one) => dayLine(one.at, one.visits, one.identified, one.companies));
  found.push(...differences(expectedDays, foundDays).map((words) => `dashboard days, ${words}`));
  const totals = `${visits.length} ${identified.length} ${Object.keys(sums).length} ${visits.reduce((sum, { pageViews }) => sum + pageViews, 0)}`;
  const { visits: all, identified: ofCompanies, companies, pageViews } = overview.totals;
  found.push(...differences([totals], [`${all} ${ofCompanies} ${companies} ${pageViews}`]).map((words) => `dashboard totals, ${words}`));
  const since = newestDay(Date.now() - (feedDays - 1) * dayMs, timezone);
  const lately = new Set(identified.filter((visit) => dayOf(visit) >= since).map(({ domain }) => domain));
  const { feeds } = await app('feeds');
  const { count } = feeds.find((feed: { id: string }) => feed.id === 'all_leads');
  found.push(...differences([`all leads ${lately.size}`], [`all leads ${count}`]).map((words) => `feed counts, ${words}`));
  return found.map((words) => `account ${account.accountId} in ${timezone}: ${words}`);
}

async function signIn(requests: SoakRequests, { accountId, email }: SoakAccount) {
  const body = JSON.stringify({ email, password });
  const answer = await requests.sendWithRetries('app read back', '/app/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const cookie = firstOf(firstOf(answer.headers.getSetCookie()).split(';'));
  return async (path: string) =>
    JSON.parse((await requests.sendWithRetries('app read back', `/app/api/accounts/${accountId}/${path}`, { headers: { cookie } })).text);
}
