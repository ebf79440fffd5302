import type { IcpScore } from '../api/responses.ts';
import { formatPercent } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';

/** Marks a company that matches an ideal customer profile; the profiles are shown on hover. */
export function IcpBadge({ icps }: { icps: IcpScore[] }) {
  if (icps.length === 0) return null;
  const text = icps.map(({ icpName, score }) => `${icpName} ${formatPercent(score, 1)}`).join(', ');
  return (
    <Badge tone="accent" title={t('leads.icpTitle', { profiles: text })}>
      {t('leads.icp')}
      <span className="visually-hidden">: {text}</span>
    </Badge>
  );
}
