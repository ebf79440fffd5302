import { useDeferredValue } from 'react';
import { useAccountQuery } from '../api/use-account-query.ts';
import type { FoundRecord } from '../ui/record-search.tsx';

/** Searches the directory by name or domain once at least two characters are typed. */
export function useDirectorySearch(input: string, isEnabled = true): { found: FoundRecord[] | undefined; error: Error | null } {
  const search = useDeferredValue(input.trim());
  const enabled = isEnabled && search.length > 1;
  const { data, error, isPlaceholderData } = useAccountQuery('/directory', { query: { search, visited: true }, enabled });
  // Results of the previous search must not be selectable.
  if (!enabled || isPlaceholderData || search !== input.trim()) return { found: undefined, error: null };
  return { found: data?.companies.map(({ id, name, domain }) => ({ id, name, detail: domain ?? '' })), error };
}
