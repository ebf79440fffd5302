import { type RawBuilder, sql } from 'kysely';

/** Which past visits to judge again. Without a condition it is all of them. */
export type ReattributionScope = {
  visitorIds?: string[];
  addressKeys?: string[];
  companyIds?: string[];
  /** Visits whose evidence names one of these companies, by the keys of references to them. */
  companyKeys?: string[];
  /** Visits that one of these rules was known to hold for. */
  ruleIds?: string[];
  /** Visits from this block, as far as it is known. */
  block?: string;
  /** Visits that this domain's company was named for, or could have been. */
  domain?: string;
  /** Bring what is known of the addresses up to date with the address data and the directory. */
  renew?: boolean;
};

/** The condition on `v` (visits) and `judged` (their verdicts). It may let through too many: judging them changes nothing. */
export function scopeCondition(scope: ReattributionScope): RawBuilder<boolean> {
  const { visitorIds, addressKeys, companyIds, companyKeys, ruleIds, block, domain } = scope;
  const anyOf: RawBuilder<boolean>[] = [];
  if (visitorIds) anyOf.push(sql`v.visitor_id = any(${visitorIds}::text[])`);
  if (addressKeys) {
    anyOf.push(sql`v.address_key = any(${addressKeys}::bigint[])`);
    anyOf.push(sql`v.further_address_keys && ${addressKeys}::bigint[]`);
  }
  if (companyIds) anyOf.push(sql`v.company_id = any(${companyIds}::bigint[])`);
  if (companyKeys) anyOf.push(namesAnyOf(sql`judged.evidence`, companyKeys));
  if (ruleIds) anyOf.push(sql`(judged.facts -> 'ruleIds')::jsonb ?| ${ruleIds}::text[]`);
  if (block) {
    anyOf.push(sql`v.ip <<= ${block}::inet`);
    anyOf.push(sql`(judged.network ->> 'cidr')::inet <<= ${block}::inet`);
  }
  if (domain) anyOf.push(sql`judged.evidence @> ${JSON.stringify([{ company: { domain } }])}::jsonb`);
  if (anyOf.length === 0) return sql`true`;
  // The columns tell the first origin of a visit; visits with several are few and are all judged.
  if (companyIds || companyKeys || ruleIds || block || domain) anyOf.push(sql`v.events like '{"origins"%'`);
  return sql`(${sql.join(anyOf, sql` or `)})`;
}

/** Whether evidence names one of the companies. */
export function namesAnyOf(evidence: RawBuilder<unknown>, companyKeys: readonly string[]): RawBuilder<boolean> {
  const documents = companyKeys.map((key) => JSON.stringify([{ company: { key } }]));
  return sql`${evidence} @> any(${documents}::jsonb[])`;
}
