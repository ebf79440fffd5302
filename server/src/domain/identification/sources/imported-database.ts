import type { Evidence } from '../evidence.ts';
import type { ImportedMatch } from '../facts.ts';
import { belongsToItsUsers } from '../network-kind.ts';

const usualWeight = 0.8;

/** Evidence from a database provided by the operator. */
export function importedDatabaseEvidence(matches: readonly ImportedMatch[]): Evidence[] {
  return matches.map(({ database, company, kind, weight = usualWeight }) => {
    const isProvider = kind !== null && !belongsToItsUsers(kind);
    if (company === null || isProvider) {
      return {
        source: 'imported_database',
        company: null,
        weight: 0,
        detail: `${database} lists the address as ${kind ?? 'nobody in particular'}`,
      };
    }
    return { source: 'imported_database', company, weight, detail: `${database} assigns the address to ${company.name}` };
  });
}
