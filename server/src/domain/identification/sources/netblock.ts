import type { Evidence } from '../evidence.ts';
import type { Netblock } from '../facts.ts';

const weight = 0.85;

/** Evidence from blocks in the directory; of nested blocks the smallest counts. */
export function netblockEvidence([smallest]: readonly Netblock[]): Evidence[] {
  if (smallest === undefined) return [];
  const { company, label } = smallest;
  return [{ source: 'netblock', company, weight, detail: `${label} is listed for ${company.name}` }];
}
