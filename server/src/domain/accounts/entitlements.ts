import type { Plan } from './account.ts';

const entitlements = ['api', 'ip_enrichment', 'contacts', 'campaigns', 'ai_fields'] as const;
export type Entitlement = (typeof entitlements)[number];

/** The features of each plan: `lite` has no API access, the other plans include everything. */
const entitlementsOfPlan: Record<Plan, readonly Entitlement[]> = { lite: [], trial: entitlements, premium: entitlements };

export function isEntitled(plan: Plan, entitlement: Entitlement): boolean {
  return entitlementsOfPlan[plan].includes(entitlement);
}
