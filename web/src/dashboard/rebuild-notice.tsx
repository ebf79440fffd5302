import type { Overview } from '../api/responses.ts';
import { t } from '../texts/t.ts';
import { Notice } from '../ui/notice.tsx';

/** Progress of the recalculation of all figures. */
export function RebuildNotice({ companiesDone, companies, daysDone, days }: NonNullable<Overview['rebuild']>) {
  const isCountingDays = companiesDone >= companies;
  const progress = isCountingDays
    ? t('dashboard.recalculatingDays', { done: daysDone, total: days })
    : t('dashboard.recalculatingCompanies', { done: companiesDone, total: companies });
  return (
    <Notice tone="warn" role="status">
      {progress} {t('dashboard.previousFiguresShown')}
    </Notice>
  );
}
