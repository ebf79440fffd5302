import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Membership } from '../users/roles.ts';
import type { Admit } from './admission-queue.ts';
import { credentialQuery } from './credential-query.ts';
import type { Admission } from './principal.ts';
import { splitRateLimit, type TakenRequests } from './split-rate-limit.ts';

type Row = TakenRequests & {
  hash: Buffer;
  requests: number;
  id: string;
  user_id: string;
  scopes: string[] | null;
  rate_per_second: number;
  burst: number;
  monthly_quota: number;
  revoked: boolean;
  expired: boolean;
  memberships: Membership[] | null;
};

/**
 * Rate limiter of the versioned API. Finds API keys by hash and deducts their requests from a token bucket and the monthly quota: the
 * database function `take_requests` refills the bucket for the time since the last request and returns how many requests it grants.
 *
 * The earlier API has fixed windows (`count-request.ts`), sign-in has `attempt-limits.ts`, and the collector has `collector/rate-limit.ts`.
 */
export function admitKeys(ctx: Context): Admit {
  return async (requests) => {
    const now = ctx.clock.now();
    const statement = credentialQuery(
      'admit_key',
      requests,
      (credentials) => sql<Row>`
      select k.*, taken.by_rate, taken.granted, taken.tokens_left, taken.used_in_month,
        (select json_agg(json_build_object('accountId', m.account_id::text, 'role', m.role, 'permissions', m.permissions))
          from memberships m where m.user_id = k.user_id) as memberships
      from (
        select k.id, k.hash, k.user_id, k.scopes, k.rate_per_second, k.burst, k.monthly_quota, w.requests,
          k.revoked_at is not null as revoked, coalesce(k.expires_at <= ${now}, false) as expired
        from (${credentials}) as w (hash, requests)
        cross join lateral find_api_key(w.hash) k
        order by k.id) as k
      cross join lateral take_requests('key ' || k.id, case when k.revoked or k.expired then 0 else k.requests end, k.rate_per_second, k.burst,
        k.monthly_quota, ${now}) as taken`,
    );
    const { rows } = await statement.execute(ctx.db);
    return new Map(rows.map((row) => [row.hash.toString('base64'), admissionsOf(row)]));
  };
}

function admissionsOf(row: Row): Admission[] {
  // A revoked key is reported like an unknown one.
  if (row.revoked) return [];
  if (row.expired) return Array.from({ length: row.requests }, () => ({ fault: 'api_key_expired' }));
  return splitRateLimit(
    row.requests,
    {
      kind: 'api_key',
      subject: `key ${row.id}`,
      userId: row.user_id,
      scopes: row.scopes,
      memberships: row.memberships ?? [],
      limits: { ratePerSecond: row.rate_per_second, burst: row.burst, monthlyQuota: row.monthly_quota },
    },
    row,
  );
}
