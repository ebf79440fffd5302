import { ApiError } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

const advice: Record<string, string> = {
  not_found:
    'It may have been removed, or it belongs to an account you cannot see. Check the address, or switch the account at the top left.',
  forbidden: 'Ask an owner of the account for another role.',
};

/** What went wrong, and what to do. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const known = error instanceof ApiError ? error : null;
  const isPartMissing = /dynamically imported|module script/i.test(error.message);
  const isAway = isPartMissing || known?.status === 0;
  const title = isAway ? 'The server cannot be reached' : known?.code === 'not_found' ? 'Not found' : 'Something went wrong';
  return (
    <EmptyState title={title} role="alert">
      <p className="soft">
        {known?.message ??
          (isPartMissing
            ? 'A part of this page could not be loaded. Check your connection, then try again.'
            : 'An unexpected error occurred on this page.')}
      </p>
      {known && advice[known.code] && <p className="faint">{advice[known.code]}</p>}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </EmptyState>
  );
}
