import { type RawBuilder, sql } from 'kysely';
import { reasonFacts } from './reason-facts.ts';
import type { Scope } from './scope.ts';
import { visitedIn } from './visited-in.ts';

const maxShare = 0.1;
const minLimit = 10;

/**
 * Subquery: the companies with the best reasons to be called now, at most a tenth of the leads in the interval or ten, whichever is more.
 */
export function recommendedLeads(scope: Scope): RawBuilder<{ company_id: string }> {
  return sql`
    select r.company_id from ${reasonFacts(scope, null)} as r
    where r.points > 0 and not r.hidden order by r.points desc, r.last_day desc, r.company_id
    limit greatest(${sql.lit(minLimit)}, (
      select floor(count(*) * ${sql.lit(maxShare)}) from leads l
      where l.account_id = ${scope.accountId} and not l.hidden and ${visitedIn(scope)})::int)`;
}
