export const plans = ['lite', 'trial', 'premium'] as const;
export type Plan = (typeof plans)[number];

export type Account = { id: string; name: string; plan: Plan; timezone: string; monthlyCredits: number; companyId: string | null };

/** Number of lanes (partitions) of an account in the event queue. */
export const laneCount = 8;
