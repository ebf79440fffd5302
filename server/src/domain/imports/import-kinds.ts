import { importCompanies } from './import-companies.ts';
import { importContacts } from './import-contacts.ts';
import { importCrm } from './import-crm.ts';
import { importEmails } from './import-emails.ts';
import { importFinancials } from './import-financials.ts';
import { importIpRanges } from './import-ip-ranges.ts';
import { importSignals } from './import-signals.ts';
import type { Importer } from './importer.ts';
import { importerColumns } from './importer-columns.ts';

export const importKinds = ['companies', 'ip-ranges', 'contacts', 'signals', 'financials', 'crm', 'emails'] as const;
export type ImportKind = (typeof importKinds)[number];

/** CRM records and e-mails belong to the account; all other kinds are imported into the shared directory. */
export function isDirectoryImport(kind: ImportKind): boolean {
  return kind !== 'crm' && kind !== 'emails';
}

export function importerOf(kind: ImportKind, accountId: string): Importer<unknown> {
  const importers: Record<ImportKind, Importer<unknown>> = {
    companies: importCompanies,
    'ip-ranges': importIpRanges,
    contacts: importContacts,
    signals: importSignals,
    financials: importFinancials,
    crm: importCrm(accountId),
    emails: importEmails(accountId),
  };
  return importers[kind];
}

export function columnsOf(kind: ImportKind): string[] {
  return importerColumns(importerOf(kind, '0'));
}
