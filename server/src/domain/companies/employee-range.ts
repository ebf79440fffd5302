import { itemAt } from '../../lib/item-at.ts';

/** Ranges of employee counts, as the APIs return them. */
export const employeeRanges = ['1-10', '11-100', '101-500', '501-1.000', '1.001-5.000', '5.001-10.000', '10.000+'] as const;

const upperEnds = [10, 100, 500, 1000, 5000, 10_000];

export function employeeRangeOf(count: number): (typeof employeeRanges)[number] | null {
  if (count < 1) return null;
  const index = upperEnds.findIndex((end) => count <= end);
  return itemAt(employeeRanges, index < 0 ? employeeRanges.length - 1 : index);
}
