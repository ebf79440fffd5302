import { type RawBuilder, sql } from 'kysely';

/** Days of an account, both included. */
export type Interval = { accountId: string; from: string; to: string; timezone: string };

/** The visits `v` of an account within the days, each day as long as it is in the account's timezone. */
export function visitsWithin({ accountId, from, to, timezone }: Interval): RawBuilder<boolean> {
  return sql<boolean>`v.account_id = ${accountId} and v.page_depth > 0
    and v.started_at >= ${from}::date::timestamp at time zone ${timezone}
    and v.started_at < (${to}::date + 1)::timestamp at time zone ${timezone}`;
}

/** As many days, right before. */
export function intervalBefore(interval: Interval): Interval {
  const from = Date.parse(interval.from);
  const days = Math.round((Date.parse(interval.to) - from) / 86_400_000) + 1;
  const dayAt = (offset: number) => new Date(from + offset * 86_400_000).toISOString().slice(0, 10);
  return { ...interval, from: dayAt(-days), to: dayAt(-1) };
}
