import type { IcpScore } from '../api/answers.ts';
import { Badge } from '../ui/badge.tsx';

/** Marks a company that matches an ideal customer profile; which ones shows on hover. */
export function IcpBadge({ icps }: { icps: IcpScore[] }) {
  if (icps.length === 0) return null;
  const words = icps.map(({ icpName, score }) => `${icpName} ${Math.round(score * 100)} %`).join(', ');
  return (
    <Badge tone="accent" title={`Ideal customer profile: ${words}`}>
      ICP<span className="unseen">: {words}</span>
    </Badge>
  );
}
