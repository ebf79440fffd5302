import type { IconName } from '../ui/icon.tsx';

const builtInIcons: Record<string, IconName> = {
  all_leads: 'leads',
  new_leads: 'event',
  recommended_leads: 'flag',
  followed_companies: 'star',
};

export function feedIcon(feedId: string): IconName {
  return builtInIcons[feedId] ?? 'filter';
}
