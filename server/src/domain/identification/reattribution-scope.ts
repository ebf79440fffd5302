import { type RawBuilder, sql } from 'kysely';

/** Which past visits to judge anew. Without a part it is all of them. */
export type ReattributionScope = {
  visitorIds?: string[];
  addressKeys?: string[];
  companyIds?: string[];
  /** Visits from this block, as far as it is known. */
  block?: string;
  /** Visits that this domain's company was named for, or could have been. */
  domain?: string;
};

/** The condition on `v` (visits) and `judged` (their verdicts). It may let through too many: judging them changes nothing. */
export function scopeCondition({ visitorIds, addressKeys, companyIds, block, domain }: ReattributionScope): RawBuilder<boolean> {
  const anyOf: RawBuilder<boolean>[] = [];
  if (visitorIds) anyOf.push(sql`v.visitor_id = any(${visitorIds}::text[])`);
  if (addressKeys) {
    anyOf.push(sql`v.address_key = any(${addressKeys}::bigint[])`);
    anyOf.push(sql`v.further_address_keys && ${addressKeys}::bigint[]`);
  }
  if (companyIds) anyOf.push(sql`v.company_id = any(${companyIds}::bigint[])`);
  if (block) {
    anyOf.push(sql`v.ip <<= ${block}::inet`);
    anyOf.push(sql`(judged.network ->> 'cidr')::inet <<= ${block}::inet`);
  }
  if (domain) anyOf.push(sql`judged.evidence @> ${JSON.stringify([{ company: { domain } }])}::jsonb`);
  return anyOf.length === 0 ? sql`true` : sql`(${sql.join(anyOf, sql` or `)})`;
}
