import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FormError } from './field.tsx';

type ShowMoreProps = {
  /** The query of the list. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
  small?: boolean;
  children: ReactNode;
};

/** A button that loads the next page of a list, if there is one. */
export function ShowMore({ query, small, children }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <>
      {query.isFetchNextPageError && <FormError error={query.error} />}
      <Button small={small} disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {children}
      </Button>
    </>
  );
}
