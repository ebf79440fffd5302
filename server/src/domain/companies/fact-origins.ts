import { keysOf } from '../../lib/entries-of.ts';
import { recordOf } from '../../lib/record-of.ts';
import type { FactOrigin } from '../identification/fact-origin.ts';

export type DatedOrigin = { origin: string; at: Date | null };

/** Origins of facts by column, with the id of the import if there was one. */
export type FactOrigins = Record<string, { origin: string; at: string; import?: string }>;

/** Key of the origin of all columns that have no entry. */
export const allFacts = '*';

/** Builds the stored origins of facts that are written now, by column. */
export function originsOfFacts(columns: readonly string[], origin: FactOrigin, now: Date): FactOrigins {
  return Object.fromEntries(columns.map((column) => [column, { origin, at: now.toISOString() }]));
}

/** The displayed facts and their columns. */
const columnsOfFacts = {
  name: ['name'],
  domain: ['domain'],
  description: ['description'],
  industries: ['industry_codes'],
  employees: ['employee_range', 'employee_count'],
  revenue: ['revenue'],
  foundedYear: ['founded_year'],
  legalForm: ['legal_form'],
  vatId: ['vat_id'],
  address: ['street_address', 'postal_code', 'city', 'region', 'country_code'],
  phoneNumbers: ['phone_numbers'],
  email: ['email'],
  keywords: ['keywords'],
  profiles: ['social_media_profiles'],
} as const;

export type Fact = keyof typeof columnsOfFacts;

/** Returns the origin of each displayed fact: that of its most recently changed column, or else that of the record. */
export function originOfEachFact(company: { origin: string; fact_origins: FactOrigins }): Record<Fact, DatedOrigin> {
  const stored = company.fact_origins;
  const originOf = (columns: readonly string[]): DatedOrigin => {
    const [newest] = columns.flatMap((column) => stored[column] ?? []).sort((a, b) => b.at.localeCompare(a.at));
    const found = newest ?? stored[allFacts];
    return found ? { origin: found.origin, at: new Date(found.at) } : { origin: company.origin, at: null };
  };
  return recordOf(keysOf(columnsOfFacts), (fact) => originOf(columnsOfFacts[fact]));
}
