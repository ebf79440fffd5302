import type { CompanyList } from '../api/responses.ts';
import { t } from '../texts/t.ts';

/** A number of members of a list, such as "3 companies". */
export function memberCount(scope: CompanyList['scope'], count: number): string {
  return t(scope === 'company' ? 'common.companyCount' : 'directory.contacts', { count });
}
