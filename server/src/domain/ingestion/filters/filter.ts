import type { DropReason } from '../../events/drop-reasons.ts';
import type { Hit } from '../../events/event.ts';
import type { AccountRules } from '../../visits/account-rules.ts';
import type { Origin } from '../../visits/origin.ts';

/** Returns null to keep a hit, or the reason for dropping it. */
export type Filter = { name: string; check(hit: Hit, origin: Origin, rules: AccountRules): DropReason | null };
