import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import type { FactOrigin } from '../identification/fact-origin.ts';
import { originsOfFacts } from './fact-origins.ts';

type ConfirmedCompany = { domain: string; name: string; kind: string; countryCode: string | null; origin: FactOrigin };

/**
 * Makes a company that only one account can see visible to all accounts, because the operator's data contains its domain. The company keeps
 * its id and takes the given facts. If several accounts have a company with this domain, the oldest is used and a background job merges the
 * others into it. Returns the id of the company, or null if no account has one.
 */
export async function confirmCompany(ctx: Context, { domain, name, kind, countryCode, origin }: ConfirmedCompany): Promise<string | null> {
  const now = ctx.clock.now();
  const fact_origins = originsOfFacts(['name', 'domain', 'country_code'], origin, now);
  const facts = { domain, name, kind, country_code: countryCode, origin, fact_origins, updated_at: now };
  const { rows } = await sql<{ id: string | null }>`select confirm_company(${JSON.stringify(facts)}::jsonb) as id`.execute(ctx.db);
  return firstOf(rows).id;
}
