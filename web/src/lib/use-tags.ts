import { useMemo } from 'react';
import type { CountedTag } from '../../../server/src/domain/workspace/tags.ts';
import { useAccountQuery } from './use-account-query.ts';

export function useTags(): Map<string, CountedTag> {
  const { data } = useAccountQuery<CountedTag[]>('/tags', { staleTime: 60_000 });
  return useMemo(() => new Map(data?.map((tag) => [tag.id, tag])), [data]);
}
