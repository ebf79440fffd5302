import { readFileSync } from 'node:fs';
import { nameKeys } from '../../../domain/identification/name-keys.ts';
import { parseIpAddress } from '../../../lib/ip-address.ts';
import { parseCsv } from '../../../lib/parse-csv.ts';
import { required } from '../../../lib/required.ts';
import type { RecordDatabase } from '../import/mmdb-database.ts';

/** The weight from which a company is shown as a lead. */
const shownWeight = 0.5;

/**
 * Compares the companies that a table shows with labels (`address,company`; no company if none may be shown). A company counts only if it has
 * the name of the label.
 */
export function measureLabeled({ find }: Pick<RecordDatabase, 'find'>, labelsPath: string) {
  const results = parseCsv(readFileSync(labelsPath, 'utf8'))
    .slice(1)
    .map(({ values: [ip = '', company = ''] }) => {
      const record = find(required(parseIpAddress(ip)));
      const shown = record?.company === undefined || (record.weight ?? 0) < shownWeight ? null : record.company.name;
      return { ip, company, shown, isRight: shown !== null && haveSameKey(shown, company) };
    });
  const right = results.filter(({ isRight }) => isRight).length;
  return {
    objects: results.length,
    wrong: results.filter(({ shown, isRight }) => shown !== null && !isRight),
    missed: results.filter(({ shown, company }) => shown === null && company !== ''),
    precision: right / results.filter(({ shown }) => shown !== null).length,
    recall: right / results.filter(({ company }) => company !== '').length,
  };
}

function haveSameKey(name: string, other: string): boolean {
  const keys = nameKeys(name);
  return nameKeys(other).some((key) => keys.includes(key));
}
