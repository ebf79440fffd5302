import { newestDay } from './chaos-oracle.ts';
import { password, type SoakAccount } from './soak-clients.ts';
import { companyDomains, differences, earlierLines, expectedLines, expectedSums, versionedLines, versionedSums } from './soak-compare.ts';
import type { SoakDoors } from './soak-doors.ts';
import type { RecountedVisit } from './soak-ledger.ts';

export type ComparedAccount = {
  account: SoakAccount;
  timezone: string;
  /** All visits, and those of companies under their final domains. */
  visits: readonly RecountedVisit[];
  identified: readonly RecountedVisit[];
};

const dayMs = 86_400_000;
const feedDays = 30;

/** Where both interfaces, the feeds and the dashboard differ from what must come out. */
export async function compareAccount(doors: SoakDoors, { account, timezone, visits, identified }: ComparedAccount): Promise<string[]> {
  const dayOf = (visit: RecountedVisit) => newestDay(visit.startedAtMs, timezone);
  const days = [...new Set(visits.map(dayOf))].sort();
  if (days.length === 0) return [];
  const today = newestDay(Date.now(), timezone);
  const range = { start: days[0]!, end: today };
  const expected = expectedLines(identified);
  const sums = expectedSums(identified);
  const domains = await companyDomains(doors, account, range);
  const earlier = await earlierLines(doors, account, range, domains);
  const sumLines = (of: Record<string, [number, number]>) => Object.entries(of).map(([domain, pair]) => `${domain} ${pair.join(' ')}`);
  const leadLines = Object.entries(sums).map(([domain, [count]]) => `${domain} ${count}`);
  const found = [
    ...differences(expected, await versionedLines(doors, account, days)).map((words) => `v1 visits, ${words}`),
    ...differences(expected, earlier.lines).map((words) => `earlier visits, ${words}`),
    ...differences(sumLines(sums), sumLines(await versionedSums(doors, account, range))).map((words) => `v1 companies, ${words}`),
    ...differences(
      leadLines,
      Object.entries(earlier.visits).map(([domain, count]) => `${domain} ${count}`),
    ).map((words) => `earlier leads, ${words}`),
  ];
  const app = await signIn(doors, account);
  const overview = await app(`overview?from=${range.start}&to=${range.end}`);
  const countedDays = overview.days.filter((one: { visits: number }) => one.visits > 0);
  const dayLine = (day: string, all: number, ofCompanies: number, companies: number) => `${day} ${all} ${ofCompanies} ${companies}`;
  const expectedDays = days.map((day) => {
    const own = identified.filter((visit) => dayOf(visit) === day);
    return dayLine(day, visits.filter((visit) => dayOf(visit) === day).length, own.length, new Set(own.map(({ domain }) => domain)).size);
  });
  const foundDays = countedDays.map((one: { day: string; visits: number; identified: number; companies: number }) =>
    dayLine(one.day, one.visits, one.identified, one.companies),
  );
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

async function signIn(doors: SoakDoors, { accountId, email }: SoakAccount) {
  const body = JSON.stringify({ email, password });
  const answer = await doors.insist('app read back', '/app/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  return async (path: string) =>
    JSON.parse((await doors.insist('app read back', `/app/api/accounts/${accountId}/${path}`, { headers: { cookie } })).text);
}
