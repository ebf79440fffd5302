import { sql } from 'kysely';
import { required } from '../../lib/required.ts';
import type { Context } from '../context.ts';
import type { Membership } from '../users/roles.ts';
import type { Admit } from './admission-queue.ts';
import { credentialQuery } from './credential-query.ts';
import type { Admission, CredentialErrorCode } from './principal.ts';
import { splitRateLimit, type TakenRequests } from './split-rate-limit.ts';

type Row = TakenRequests & {
  hash: Buffer;
  requests: number;
  user_id: string | null;
  scope: string | null;
  client_id: string;
  account_id: string | null;
  rate_per_second: number;
  burst: number;
  monthly_quota: number;
  fault: CredentialErrorCode | null;
  memberships: Membership[] | null;
};

/**
 * Finds OAuth access tokens by hash and deducts their requests from the limits of their apps. A token of the client credentials grant
 * without a scope has all scopes that the app was registered with.
 */
export function admitTokens(ctx: Context): Admit {
  return async (requests) => {
    const now = ctx.clock.now();
    const statement = credentialQuery(
      'admit_token',
      requests,
      (credentials) => sql<Row>`
      select t.*, taken.by_rate, taken.granted, taken.tokens_left, taken.used_in_month,
        (select json_agg(json_build_object('accountId', m.account_id::text, 'role', m.role, 'permissions', m.permissions))
          from memberships m where m.user_id = t.user_id::bigint) as memberships
      from (
        select r.id_hash as hash, w.requests, r.payload ->> 'accountId' as user_id, case when r.model = 'ClientCredentials' then coalesce(r.payload ->> 'scope', array_to_string(a.scopes, ' ')) else r.payload ->> 'scope' end as scope, r.payload ->> 'clientId' as client_id,
          a.account_id, coalesce(a.rate_per_second, 1) as rate_per_second, coalesce(a.burst, 1) as burst, coalesce(a.monthly_quota, 1) as monthly_quota,
          case when r.revoked_at is not null then 'token_revoked' when r.expires_at <= ${now} then 'token_expired'
            when a.client_id is null then 'oauth_app_not_found' when a.disabled_at is not null then 'oauth_app_inactive' end as fault
        from (${credentials}) as w (hash, requests)
        join oauth_records r on r.id_hash = w.hash and r.model in ('AccessToken', 'ClientCredentials')
        left join oauth_apps a on a.client_id = r.payload ->> 'clientId'
        order by r.payload ->> 'clientId', r.id_hash) as t
      cross join lateral take_requests('app ' || t.client_id, case when t.fault is null then t.requests else 0 end, t.rate_per_second, t.burst,
        t.monthly_quota, ${now}) as taken`,
    );
    const { rows } = await statement.execute(ctx.db);
    return new Map(rows.map((row) => [row.hash.toString('base64'), admissionsOf(row)]));
  };
}

function admissionsOf(row: Row): Admission[] {
  const { fault } = row;
  if (fault !== null) return Array.from({ length: row.requests }, () => ({ fault }));
  return splitRateLimit(
    row.requests,
    {
      kind: 'oauth',
      subject: `app ${row.client_id}`,
      userId: row.user_id,
      scopes: row.scope === null ? [] : row.scope.split(' '),
      // Without a user, an app acts for the account that registered it.
      memberships:
        row.user_id === null ? [{ accountId: required(row.account_id), role: 'admin', permissions: [] }] : (row.memberships ?? []),
      limits: { ratePerSecond: row.rate_per_second, burst: row.burst, monthlyQuota: row.monthly_quota },
    },
    row,
  );
}
