import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { loadVisitorFacts } from '../identification/load-visitor-facts.ts';
import { workDomain } from '../identification/work-domain.ts';
import { type LearnedAddress, learnableKinds, seenOn } from './learned-address.ts';

/** Derives all learned addresses of visitors from their visits and latest e-mail addresses. */
export async function loadLearnedAddresses(db: Database, accountId: string, visitorIds: readonly string[]): Promise<LearnedAddress[]> {
  const employers = new Map<string, string>();
  for (const [visitorId, { email }] of await loadVisitorFacts(db, accountId, visitorIds)) {
    const domain = email === null ? null : workDomain(email);
    if (domain !== null) employers.set(visitorId, domain);
  }
  if (employers.size === 0) return [];
  const { rows } = await sql<{ visitor_id: string; address_key: string; seen_at: string }>`
    select v.visitor_id, place.client ->> 'addressKey' as address_key, max((hit ->> 't')::bigint) as seen_at
    from visits v
    cross join lateral jsonb_array_elements(v.events::jsonb -> 'hits') as hit
    cross join lateral (select coalesce(v.events::jsonb -> 'clients' -> coalesce((hit ->> 'o')::int, 0),
      jsonb_build_object('addressKey', v.address_key, 'verdictId', v.verdict_id)) as client) as place
    join verdicts verdict on verdict.account_id = ${accountId} and verdict.id = (place.client ->> 'verdictId')::bigint
    where v.account_id = ${accountId} and v.visitor_id = any(${[...employers.keys()]}::text[])
      and (v.address_key is not null or v.further_address_keys is not null)
      and place.client ->> 'addressKey' is not null and verdict.kind = any(${[...learnableKinds]}::text[])
    group by 1, 2`.execute(db);
  return rows.map(({ visitor_id, address_key, seen_at }) => ({
    visitorId: visitor_id,
    addressKey: address_key,
    domain: getOrThrow(employers, visitor_id),
    seenOnMs: seenOn(Number(seen_at)),
  }));
}
