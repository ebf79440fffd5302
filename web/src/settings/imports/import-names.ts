import type { ImportKind } from '../../api/responses.ts';
import type { TextKey } from '../../texts/t.ts';

export const importNames: Record<ImportKind, TextKey> = {
  crm: 'imports.crmRecords',
  emails: 'common.emails',
  companies: 'common.companies',
  'ip-ranges': 'imports.ipAddressRanges',
  contacts: 'common.contacts',
  signals: 'imports.signals',
  financials: 'imports.financials',
};
