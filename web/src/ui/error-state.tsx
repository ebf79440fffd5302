import { Link } from 'wouter';
import { ApiError } from '../api/api-error.ts';
import { type TextKey, t } from '../texts/t.ts';
import { Button, buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

const advice: Record<string, TextKey> = {
  invalid_input: 'common.invalidUrlHint',
  not_found: 'common.notFoundHint',
  too_many_requests: 'common.tryLaterHint',
  unavailable: 'common.tryLaterHint',
  fault: 'common.serverErrorHint',
  forbidden: 'common.roleHint',
};

/** Explains an error and what the user can do about it. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const apiError = error instanceof ApiError ? error : null;
  const isPartMissing = /dynamically imported|module script/i.test(error.message);
  const isUnreachable = isPartMissing || apiError?.status === 0;
  const title = isUnreachable
    ? t('common.serverUnreachable')
    : apiError?.code === 'not_found'
      ? t('common.notFound')
      : t('common.somethingWentWrong');
  return (
    <EmptyState title={title} role="alert">
      <p className="soft">{apiError?.message ?? (isPartMissing ? t('common.partNotLoaded') : t('common.unexpectedError'))}</p>
      {apiError && advice[apiError.code] && <p className="faint">{t(advice[apiError.code]!)}</p>}
      {apiError?.code === 'invalid_input' ? (
        <Link href="/leads" className={buttonClass({})}>
          {t('common.goToLeads')}
        </Link>
      ) : (
        onRetry && <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
      )}
    </EmptyState>
  );
}
