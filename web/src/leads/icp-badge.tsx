import type { ProfileScore } from '../../../server/src/domain/icps/score-companies.ts';

/** Marks a company that looks like the customers one wants; which profiles it matches shows on hover. */
export function IcpBadge({ icps }: { icps: ProfileScore[] }) {
  if (icps.length === 0) return null;
  const words = icps.map(({ icpName, score }) => `${icpName} ${Math.round(score * 100)} %`).join(', ');
  return (
    <span className="badge accent" title={`Ideal customer profile: ${words}`}>
      ICP<span className="unseen">: {words}</span>
    </span>
  );
}
