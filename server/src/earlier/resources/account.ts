import type { MemberAccount } from '../../domain/users/member-account.ts';
import type { TrackingStatus } from '../../domain/visits/tracking-status.ts';
import type { Resource } from '../document.ts';

export function accountResource({ id, name, plan, timezone }: MemberAccount, status: TrackingStatus): Resource {
  return { type: 'accounts', id, attributes: { name, subscription: plan, timezone, website_tracking_status: status } };
}
