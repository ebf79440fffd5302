import { sql } from 'kysely';
import { isUuid } from '../../lib/is-uuid.ts';
import { itemAt } from '../../lib/item-at.ts';
import { dayOf, nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { decodeBefore, encodeCursor } from '../cursor.ts';
import type { PublicKind } from '../identification/network-kind.ts';
import type { NoCompanyReason } from '../identification/no-company-reason.ts';
import { inIndexOrder } from '../in-index-order.ts';
import { type TimelineVisit, timelineVisit } from '../leads/list-lead-visits.ts';
import { currentGeneration } from '../rollup-generation.ts';
import { loadVisits, type VisitKey } from '../visits/load-visits.ts';
import type { Interval } from './interval.ts';

/** Null for any. A visit with a company has no reason. */
type VisitFilter = { kind: PublicKind | null; reason: NoCompanyReason | null };

type Page = {
  limit: number;
  /** `next` of the previous page. */
  before: string | null;
};

type CountedVisit = TimelineVisit & {
  companyId: string | null;
  company: string | null;
  /** Null when there is a company. */
  noCompanyReason: NoCompanyReason | null;
};

/**
 * Lists the visits that the data flow counts by kind of network and by reason, newest first. The rollups determine how many there are and the
 * days on which those of the page started, so only these days are read.
 */
export async function listCountedVisits(
  ctx: Context,
  interval: Interval,
  filter: VisitFilter,
  page: Page,
): Promise<{ total: number; visits: CountedVisit[]; next: string | null }> {
  const days = await countDays(ctx, interval, filter);
  const after = page.before === null ? null : readCursor(page.before);
  const keys = await findKeys(ctx, interval, filter, { after, limit: page.limit + 1, days });
  const shown = keys.slice(0, page.limit);
  const visits = await loadVisits(ctx.db, interval.accountId, shown);
  const names = await loadCompanyNames(
    ctx,
    visits.flatMap(({ companyId }) => companyId ?? []),
  );
  const last = shown.at(-1);
  return {
    total: days.reduce((sum, { visits: count }) => sum + count, 0),
    visits: visits.map((visit) => ({
      ...timelineVisit(visit),
      companyId: visit.companyId,
      company: visit.companyId === null ? null : (names.get(visit.companyId) ?? null),
      noCompanyReason: visit.noCompanyReason,
    })),
    next: keys.length > shown.length && last ? encodeCursor(last.started_at.getTime(), last.id) : null,
  };
}

function readCursor(before: string): VisitKey {
  const [timeMs, id] = decodeBefore(before, /^\d{1,15}$/, { test: isUuid });
  return { started_at: new Date(Number(timeMs)), id };
}

type Day = { day: string; visits: number };

/** Returns the number of visits by day, last day first. */
async function countDays(ctx: Context, { accountId, from, to }: Interval, { kind, reason }: VisitFilter): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select r.day, sum(r.visits)::int as visits from visit_rollups r
    where r.account_id = ${accountId} and r.generation = ${currentGeneration(accountId)} and r.unit = 'day' and r.kind = 'network'
      and r.day between ${from}::date and ${to}::date and r.value_id in (
        select x.id from rollup_values x where x.account_id = ${accountId} and x.kind = 'network'
          and (${kind}::text is null or split_part(x.name, ' ', 1) = ${kind}) and (${reason}::text is null or split_part(x.name, ' ', 2) = ${reason}))
    group by r.day having sum(r.visits) > 0 order by r.day desc`.execute(ctx.db);
  return rows;
}

type Keys = { after: VisitKey | null; limit: number; days: readonly Day[] };

/** Finds the visits that follow the given one, newest first; visits with the same start are sorted by id. */
async function findKeys(
  ctx: Context,
  { accountId, timezone }: Interval,
  { kind, reason }: VisitFilter,
  { after, limit, days }: Keys,
): Promise<VisitKey[]> {
  const parts = partsOf(days, timezone, after, limit);
  const isAfter =
    after === null ? sql`true` : sql`(v.started_at < ${after.started_at} or (v.started_at = ${after.started_at} and v.id > ${after.id}))`;
  const read = sql<VisitKey>`
    select found.id, found.started_at
    from unnest(${parts.map(({ fromAt }) => fromAt)}::timestamptz[], ${parts.map(({ toAt }) => toAt)}::timestamptz[]) as part (from_at, to_at)
    cross join lateral (
      select v.id, v.started_at from visits v
      left join lateral (
        select x.kind, x.no_company_reason from verdicts x where x.account_id = ${accountId} and x.id = v.verdict_id offset 0) as x on true
      where v.account_id = ${accountId} and v.started_at >= part.from_at and v.started_at < part.to_at and v.page_depth > 0 and ${isAfter}
        and (${kind}::text is null or coalesce(x.kind, 'unknown') = ${kind})
        and (${reason}::text is null or (v.company_id is null and coalesce(x.no_company_reason, 'unknown') = ${reason}))
      order by v.started_at desc, v.id limit ${limit}) as found
    order by found.started_at desc, found.id limit ${limit}`;
  const { rows } = await inIndexOrder(ctx.db, (trx) => read.execute(trx));
  return rows;
}

/** Returns the days from that of the previous visit on, until they have enough visits. */
function partsOf(days: readonly Day[], timezone: string, after: VisitKey | null, limit: number): { fromAt: Date; toAt: Date }[] {
  const firstDay = after && dayOf(after.started_at.getTime(), timezone);
  const rest = days.filter(({ day }) => firstDay === null || day <= firstDay);
  let end = 0;
  // Some visits of the first day may be on the previous page.
  for (let found = 0; found < limit && end < rest.length; end++) if (itemAt(rest, end).day !== firstDay) found += itemAt(rest, end).visits;
  return rest.slice(0, end).map(({ day }) => ({
    fromAt: new Date(startOfDayMs(day, timezone)),
    toAt: new Date(startOfDayMs(nextDay(day), timezone)),
  }));
}

async function loadCompanyNames(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
