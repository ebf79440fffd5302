import { Link } from 'wouter';
import { ApiError } from '../api/api-error.ts';
import { useParams } from '../lib/use-params.ts';
import { type TextKey, t } from '../texts/t.ts';
import { Button, buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

const advice: Record<string, TextKey> = {
  invalid_input: 'common.invalidUrlHint',
  not_found: 'common.notFoundHint',
  too_many_requests: 'common.tryLaterHint',
  unavailable: 'common.tryLaterHint',
  fault: 'common.serverErrorHint',
};

/** Explains an error and what the user can do about it. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const [, change] = useParams();
  const apiError = error instanceof ApiError ? error : null;
  const isPartMissing = /dynamically imported|module script/i.test(error.message);
  const isUnreachable = isPartMissing || apiError?.status === 0;
  const isInvalid = apiError?.code === 'invalid_input';
  const isIntervalRefused = isInvalid && (apiError.field === 'from' || apiError.field === 'to');
  const isNotFound = apiError?.code === 'not_found';
  const hint = apiError && !isIntervalRefused && advice[apiError.code];
  const title: TextKey = isUnreachable
    ? 'common.serverUnreachable'
    : isNotFound
      ? 'common.notFound'
      : isIntervalRefused
        ? 'common.periodNotPossible'
        : apiError?.code === 'forbidden'
          ? 'common.cannotOpenPage'
          : 'common.somethingWentWrong';
  return (
    <EmptyState title={t(title)} role="alert">
      <p className="soft">{apiError?.message ?? (isPartMissing ? t('common.partNotLoaded') : t('common.unexpectedError'))}</p>
      {hint && <p className="faint">{t(hint)}</p>}
      {isIntervalRefused && <Button onClick={() => change({ range: '365d', from: null, to: null })}>{t('leads.showLast12Months')}</Button>}
      {!isInvalid && onRetry && <Button onClick={onRetry}>{t('common.tryAgain')}</Button>}
      {(isNotFound || (isInvalid && !isIntervalRefused)) && (
        <Link href="/leads" className={buttonClass({})}>
          {t('common.goToLeads')}
        </Link>
      )}
    </EmptyState>
  );
}
