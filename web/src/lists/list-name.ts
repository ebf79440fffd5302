import type { CompanyList } from '../api/responses.ts';
import { t } from '../texts/t.ts';

/** The name of a list. That of revealed records is created by the server, in English. */
export function listName({ kind, scope, name }: Pick<CompanyList, 'kind' | 'scope' | 'name'>): string {
  if (kind !== 'revealed') return name;
  return t(scope === 'company' ? 'lists.revealedCompanies' : 'lists.revealedContacts');
}
