import { useMemo } from 'react';
import type { Tag } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';

export const useTagsQuery = () => useAccountQuery('/tags', { staleTime: 60_000 });

export function useTags(): Map<string, Tag> {
  const { data } = useTagsQuery();
  return useMemo(() => new Map(data?.map((tag) => [tag.id, tag])), [data]);
}
