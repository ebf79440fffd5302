import type { ImportKind } from '../../../../server/src/domain/imports/import-kinds.ts';

export const importNames: Record<ImportKind, string> = {
  crm: 'Records of your CRM',
  emails: 'E-mails to companies',
  companies: 'Companies',
  'ip-ranges': 'Address ranges of companies',
  contacts: 'Contacts',
  signals: 'Signals (news about companies)',
  financials: 'Yearly figures of companies',
};
