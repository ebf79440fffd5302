import type { ImportKind } from '../../api/answers.ts';

export const importNames: Record<ImportKind, string> = {
  crm: 'CRM records',
  emails: 'E-mails',
  companies: 'Companies',
  'ip-ranges': 'IP address ranges',
  contacts: 'Contacts',
  signals: 'Signals (news about companies)',
  financials: 'Annual figures',
};
