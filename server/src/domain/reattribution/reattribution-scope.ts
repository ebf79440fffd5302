import { type RawBuilder, sql } from 'kysely';

/** Selects the past visits to re-evaluate: those that meet any of the conditions, or all if there is none. */
export type ReattributionScope = {
  visitorIds?: string[];
  addressKeys?: string[];
  companyIds?: string[];
  /** Visits whose evidence names one of these companies, by reference key. */
  companyKeys?: string[];
  /** Visits to which one of these corrections applied. */
  ruleIds?: string[];
  /** Visits whose known address or network is in this block. */
  block?: string;
  /** Refreshes the facts about addresses from the current data files and the directory. Stored scopes use this name. */
  renew?: boolean;
};

/** Whether the visits are found by indexes alone. */
export function isIndexed(scope: ReattributionScope): boolean {
  const { visitorIds, addressKeys, renew: _renew, ...others } = scope;
  return (visitorIds ?? addressKeys) !== undefined && Object.keys(others).length === 0;
}

/** Condition on visits `v` and their verdicts `verdict`. It may match more visits than necessary, which is harmless. */
export function scopeCondition(scope: ReattributionScope): RawBuilder<boolean> {
  const { visitorIds, addressKeys, companyIds, companyKeys, ruleIds, block } = scope;
  const anyOf: RawBuilder<boolean>[] = [];
  if (visitorIds) anyOf.push(sql`v.visitor_id = any(${visitorIds}::text[])`);
  if (addressKeys) {
    anyOf.push(sql`v.address_key = any(${addressKeys}::bigint[])`);
    anyOf.push(sql`v.further_address_keys && ${addressKeys}::bigint[]`);
  }
  if (companyIds) anyOf.push(sql`v.company_id = any(${companyIds}::bigint[])`);
  if (companyKeys) anyOf.push(namesAnyOf(sql`verdict.evidence`, companyKeys));
  if (ruleIds) anyOf.push(sql`(verdict.facts -> 'ruleIds')::jsonb ?| ${ruleIds}::text[]`);
  if (block) {
    anyOf.push(sql`v.ip <<= ${block}::inet`);
    anyOf.push(sql`(verdict.network ->> 'cidr')::inet <<= ${block}::inet`);
  }
  if (anyOf.length === 0) return sql`true`;
  // These columns describe only the first client of a visit, so the few visits with several clients are always re-evaluated.
  if (companyIds || companyKeys || ruleIds || block) anyOf.push(sql`v.events like '{"clients"%'`);
  return sql`(${sql.join(anyOf, sql` or `)})`;
}

/** Must match the index `verdicts_by_evidence`. */
export function namesAnyOf(evidence: RawBuilder<unknown>, companyKeys: readonly string[]): RawBuilder<boolean> {
  return sql`jsonb_path_query_array(${evidence}, '$[*].company.key') ?| ${companyKeys}::text[]`;
}
