import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { loadVisits, type VisitKey } from '../visits/load-visits.ts';
import type { Place } from '../visits/place.ts';
import type { Visit } from '../visits/visit.ts';

type TimelineStep = {
  at: Date;
  kind: string;
  path: string | null;
  url: string | null;
  title: string | null;
  name: string | null;
  targetUrl: string | null;
  seconds: number | null;
};

type Source = Pick<Visit, 'source' | 'medium' | 'campaign' | 'keyword' | 'referringUrl'>;
type Device = Pick<Visit, 'deviceType' | 'browser' | 'os'>;

export type TimelineVisit = Source &
  Device &
  Pick<Visit, 'id' | 'startedAt' | 'confidence'> & {
    seconds: number;
    pages: number;
    place: Pick<Place, 'city' | 'region' | 'countryCode'> | null;
    visitor: { id: string; email: string | null; name: string | null; isReturning: boolean };
    goals: string[];
    steps: TimelineStep[];
  };

export const evidenceKinds = ['rise', 'goal', 'return', 'people'] as const;

/** The visits that are the evidence of a reason to call a lead: those of its days that reached a goal, or of people new in these days. */
export type VisitEvidence = { reason: (typeof evidenceKinds)[number]; fromAt: Date; toAt: Date };

/**
 * Lists the visits of a company that started before a time, newest first. More than `limit` are returned if the last ones started at the
 * same time.
 */
export async function listLeadVisits(
  ctx: Context,
  accountId: string,
  companyId: string,
  { before, limit, evidence = null }: { before: Date | null; limit: number; evidence?: VisitEvidence | null },
): Promise<TimelineVisit[]> {
  const { rows: keys } = await sql<VisitKey>`
    select id, started_at from (
      select v.id, v.started_at from visits v
      where v.account_id = ${accountId} and v.company_id = ${companyId} and v.page_depth > 0
        ${before === null ? sql`` : sql`and v.started_at < ${before}::timestamptz`}
        ${evidence === null ? sql`` : sql`and ${isEvidence(accountId, evidence)}`}
      order by v.started_at desc fetch first ${limit} rows with ties) as latest
    order by started_at desc, id desc`.execute(ctx.db);
  return (await loadVisits(ctx.db, accountId, keys)).map(timelineVisit);
}

function isEvidence(accountId: string, { reason, fromAt, toAt }: VisitEvidence) {
  const isInPeriod = sql`v.started_at >= ${fromAt} and v.started_at < ${toAt}`;
  if (reason === 'goal') return sql`${isInPeriod} and v.goals <> '[]'::jsonb`;
  if (reason !== 'people') return isInPeriod;
  return sql`${isInPeriod}
    and (select w.first_seen_at from visitors w where w.account_id = ${accountId} and w.id = v.visitor_id) >= ${fromAt}`;
}

export function timelineVisit(visit: Visit): TimelineVisit {
  const { place, knownVisitor } = visit;
  const name = [knownVisitor.firstName, knownVisitor.lastName].filter(Boolean).join(' ');
  return {
    id: visit.id,
    startedAt: visit.startedAt,
    seconds: visit.lengthSeconds,
    pages: visit.pageDepth,
    source: visit.source,
    medium: visit.medium,
    campaign: visit.campaign,
    keyword: visit.keyword,
    referringUrl: visit.referringUrl,
    deviceType: visit.deviceType,
    browser: visit.browser,
    os: visit.os,
    place: place?.countryCode == null ? null : { city: place.city, region: place.region, countryCode: place.countryCode },
    visitor: { id: visit.visitorId, email: knownVisitor.email, name: name === '' ? null : name, isReturning: knownVisitor.isReturning },
    confidence: visit.confidence,
    goals: visit.goals.map(({ name: goal }) => goal),
    // A leave event contains only the time on page, which the page view already shows.
    steps: visit.engagements
      .filter(({ kind }) => kind !== 'leave')
      .map(({ kind, path, url, title, name: eventName, targetUrl, occurredAtMs, timeOnPageSeconds }) => ({
        at: new Date(occurredAtMs),
        kind,
        path,
        url,
        title,
        name: eventName,
        targetUrl,
        seconds: timeOnPageSeconds,
      })),
  };
}
