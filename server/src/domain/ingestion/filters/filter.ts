import type { DropReason } from '../../events/drop-reasons.ts';
import type { Hit } from '../../events/event.ts';
import type { AccountRules } from '../../visits/account-rules.ts';
import type { ClientInfo } from '../../visits/client-info.ts';

/** Returns null to keep a hit, or the reason for dropping it. */
export type Filter = { name: string; check(hit: Hit, client: ClientInfo, rules: AccountRules): DropReason | null };
