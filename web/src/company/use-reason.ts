import { useParams } from '../lib/use-params.ts';
import type { EvidenceReason } from './timeline-head.tsx';

const reasons: readonly string[] = ['rise', 'goal', 'return', 'people'] satisfies EvidenceReason[];

/** The reason to call in the URL, whose visits the page of a company shows. */
export function useReason(): { reason: EvidenceReason | undefined; leaveReason: () => void } {
  const [params, change] = useParams();
  const written = params.get('reason') ?? '';
  return {
    reason: reasons.includes(written) ? (written as EvidenceReason) : undefined,
    leaveReason: () => change({ reason: null }, { replace: true }),
  };
}
