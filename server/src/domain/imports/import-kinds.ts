import { Fields } from './fields.ts';
import { importCompanies } from './import-companies.ts';
import { importContacts } from './import-contacts.ts';
import { importCrm } from './import-crm.ts';
import { importFinancials } from './import-financials.ts';
import { importIpRanges } from './import-ip-ranges.ts';
import { importSignals } from './import-signals.ts';
import type { Importer } from './importer.ts';

export const importKinds = ['companies', 'ip-ranges', 'contacts', 'signals', 'financials', 'crm'] as const;
export type ImportKind = (typeof importKinds)[number];

/** Records of a CRM belong to the account; everything else goes into the directory that all accounts share. */
export function isOfDirectory(kind: ImportKind): boolean {
  return kind !== 'crm';
}

export function importerOf(kind: ImportKind, accountId: string): Importer<unknown> {
  const importers: Record<ImportKind, Importer<unknown>> = {
    companies: importCompanies as Importer<unknown>,
    'ip-ranges': importIpRanges as Importer<unknown>,
    contacts: importContacts as Importer<unknown>,
    signals: importSignals as Importer<unknown>,
    financials: importFinancials as Importer<unknown>,
    crm: importCrm(accountId) as Importer<unknown>,
  };
  return importers[kind];
}

/** The columns that an import reads: those that its reader asks for. */
export function columnsOf(kind: ImportKind): string[] {
  const asked = new Set<string>();
  const noting = new Proxy<Record<string, unknown>>({}, { get: (_, name) => void asked.add(String(name)) });
  importerOf(kind, '0').read(new Fields(noting));
  return [...asked];
}
