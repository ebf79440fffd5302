import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { NoCompanyReason } from '../identification/no-company-reason.ts';

export type LiveVisit = {
  id: string;
  companyId: string | null;
  company: string | null;
  domain: string | null;
  kind: string | null;
  /** Null when there is a company. */
  noCompanyReason: NoCompanyReason | null;
  city: string | null;
  countryCode: string | null;
  path: string | null;
  title: string | null;
  startedAt: Date;
  lastSeenAt: Date;
  pages: number;
  source: string | null;
  medium: string | null;
  deviceType: string | null;
};

const minutes = 5;

/** Lists visitors active in the last minutes, identified or not, latest first. */
export async function listLiveVisits(ctx: Context, accountId: string): Promise<LiveVisit[]> {
  const now = ctx.clock.now().getTime();
  const since = new Date(now - minutes * 60_000);
  // Visits last at most a day.
  const earliest = new Date(now - 86_400_000);
  const { rows } = await sql<LiveVisit>`
    select v.id, v.company_id as "companyId", c.name as company, c.domain, x.kind,
      case when v.company_id is null then coalesce(x.no_company_reason, 'unknown') end as "noCompanyReason", p.city, p.country_code as "countryCode", g.path, g.title,
      v.started_at as "startedAt", v.last_at as "lastSeenAt", v.page_depth as pages, v.source, v.medium, v.device_type as "deviceType"
    from (
      select *, greatest(ended_at, to_timestamp((events::json -> 'hits' -> -1 ->> 't')::double precision / 1000)) as last_at from visits
      where account_id = ${accountId} and started_at >= ${earliest} and page_depth > 0) v
    left join companies c on c.id = v.company_id
    left join verdicts x on x.account_id = ${accountId} and x.id = v.verdict_id
    left join places p on p.account_id = ${accountId} and p.id = v.place_id
    left join pages g on g.account_id = ${accountId} and g.id = v.page_ids[cardinality(v.page_ids)]
    where v.last_at >= ${since} order by v.last_at desc, v.id limit 200`.execute(ctx.db);
  return rows;
}
