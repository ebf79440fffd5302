import type { DropReason } from '../../events/drop-reasons.ts';
import type { Hit } from '../../events/event.ts';
import type { AccountRules } from '../../visits/account-rules.ts';
import type { Origin } from '../../visits/origin.ts';

/** Keeps a hit (null), or says why it is dropped. It sees one hit and where it came from. */
export type Filter = { name: string; judge(hit: Hit, origin: Origin, rules: AccountRules): DropReason | null };
