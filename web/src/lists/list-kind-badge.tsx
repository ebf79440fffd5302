import type { CompanyList } from '../api/responses.ts';
import { type TextKey, t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';

const kinds: Partial<Record<CompanyList['kind'], TextKey>> = {
  revealed: 'lists.revealed',
  crm: 'lists.fromCrm',
  feed: 'lists.followsFeed',
};

/** Where the members of a list come from, unless users add them. */
export function ListKindBadge({ kind }: { kind: CompanyList['kind'] }) {
  const text = kinds[kind];
  return text ? <Badge>{t(text)}</Badge> : null;
}
