import type { DropReason } from '../../events/drop-reasons.ts';
import type { Hit } from '../../events/event.ts';
import type { AccountRules } from '../../visits/account-rules.ts';
import type { Origin } from '../../visits/origin.ts';

/** Keeps a hit (null), or says why it is dropped. A step sees one hit and what is known of where it came from. */
export type Step = { name: string; judge(hit: Hit, origin: Origin, rules: AccountRules): DropReason | null };
