import { useDeferredValue } from 'react';
import type { SuggestedValue } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';

/** Values that occur in the account's visits and contain the typed text. Empty for fields whose values are not recorded. */
export function useSuggestions(field: string, typed: string): SuggestedValue[] {
  const search = useDeferredValue(typed.trim());
  const { data } = useAccountQuery('/feed-fields/:field/values', {
    params: { field },
    query: { search },
    enabled: field !== '',
    staleTime: 60_000,
  });
  return field === '' ? [] : (data ?? []);
}
