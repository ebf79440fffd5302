import type { Evidence } from '../evidence.ts';
import type { Netblock } from '../facts.ts';

const weight = 0.85;

/** Evidence from the smallest block in the directory that contains the address. */
export function netblockEvidence([smallest]: readonly Netblock[]): Evidence[] {
  if (smallest === undefined) return [];
  const { company, label } = smallest;
  return [{ source: 'netblock', company, weight, detail: `${label} is listed for ${company.name}` }];
}
