import type { Evidence } from '../evidence.ts';
import { evidenceText } from '../evidence-text.ts';
import type { ImportedMatch } from '../facts.ts';
import { isUsedByHolder } from '../network-kind.ts';

const usualWeight = 0.8;

/** Evidence from a database provided by the operator. */
export function importedDatabaseEvidence(matches: readonly ImportedMatch[]): Evidence[] {
  return matches.map(({ database, company, kind, weight = usualWeight }) => {
    const isProvider = kind !== null && !isUsedByHolder(kind);
    if (company === null || isProvider) {
      return {
        source: 'imported_database',
        company: null,
        weight: 0,
        detail: kind === null ? evidenceText('database_nobody', { database }) : evidenceText('database_kind', { database, kindCode: kind }),
      };
    }
    return { source: 'imported_database', company, weight, detail: evidenceText('database_company', { database, company: company.name }) };
  });
}
