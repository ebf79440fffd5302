import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** A third-party app with access to a user's data. Stored as a `Grant`, which is oidc-provider's name for a consent. */
type OauthConsent = {
  clientId: string;
  appName: string;
  scopes: string[];
  grantedAt: Date;
  lastTokenAt: Date | null;
  isDisabled: boolean;
};

type Row = { client_id: string; name: string; scopes: string[]; granted_at: string; last_token_at: string | null; is_disabled: boolean };

/** Lists apps, newest first. An app that was granted access in several browsers is listed once. */
export async function listOauthConsents(ctx: Context, userId: string): Promise<OauthConsent[]> {
  const { rows } = await sql<Row>`
    select a.client_id, a.name, a.disabled_at is not null as is_disabled, min(r.payload ->> 'iat') as granted_at,
      array_agg(distinct scope order by scope) filter (where scope <> '') as scopes,
      (select max(t.payload ->> 'iat') from oauth_records t where t.model = 'AccessToken' and t.payload ->> 'accountId' = ${userId}
        and t.payload ->> 'clientId' = a.client_id) as last_token_at
    from oauth_records r
    join oauth_apps a on a.client_id = r.payload ->> 'clientId'
    cross join lateral string_to_table(coalesce(r.payload -> 'openid' ->> 'scope', ''), ' ') as scope
    where r.model = 'Grant' and r.payload ->> 'accountId' = ${userId} and (r.expires_at is null or r.expires_at > ${ctx.clock.now()})
    group by a.client_id
    order by granted_at desc, a.client_id`.execute(ctx.db);
  return rows.map((row) => ({
    clientId: row.client_id,
    appName: row.name,
    scopes: row.scopes ?? [],
    grantedAt: fromSeconds(row.granted_at),
    lastTokenAt: row.last_token_at === null ? null : fromSeconds(row.last_token_at),
    isDisabled: row.is_disabled,
  }));
}

function fromSeconds(seconds: string): Date {
  return new Date(Number(seconds) * 1000);
}
