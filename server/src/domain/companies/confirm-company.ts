import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import type { FactOrigin } from '../identification/fact-origin.ts';
import { originsOfFacts } from './fact-origins.ts';

type ConfirmedCompany = { domain: string; name: string; kind: string; countryCode: string | null; origin: FactOrigin };

/**
 * Shares a company that one account had to itself, because data of the operator name its domain. It keeps its id and takes on the
 * facts that are given. Where several accounts have one of this domain it is the oldest; the others are merged into it in the
 * background. Answers its id, or null where no account has one.
 */
export async function confirmCompany(ctx: Context, { domain, name, kind, countryCode, origin }: ConfirmedCompany): Promise<string | null> {
  const now = ctx.clock.now();
  const fact_origins = originsOfFacts(['name', 'domain', 'country_code'], origin, now);
  const facts = { domain, name, kind, country_code: countryCode, origin, fact_origins, updated_at: now };
  const { rows } = await sql<{ id: string | null }>`select confirm_company(${JSON.stringify(facts)}::jsonb) as id`.execute(ctx.db);
  return firstOf(rows).id;
}
