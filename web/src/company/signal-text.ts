import type { CompanyInsights } from '../api/responses.ts';
import { formatTenths } from '../lib/format.ts';
import { t } from '../texts/t.ts';

type Signal = Pick<CompanyInsights['signals'][number], 'title' | 'summary' | 'intent'>;

/** The texts of a signal: those of news are in the language of their source, those derived from visits in the reader's language. */
export function signalText({ title, summary, intent }: Signal): { title: string; summary: string | null } {
  switch (intent?.kind) {
    case 'first_visit':
      return { title: t('signals.firstVisit'), summary: t('signals.firstVisitSummary') };
    case 'return':
      return { title: t('signals.return'), summary: t('signals.returnSummary', { days: intent.days }) };
    case 'surge':
      return {
        title: t('signals.surge'),
        summary: t('signals.surgeSummary', { visits: intent.visits, usual: formatTenths(intent.usual) }),
      };
    case 'goal':
      return { title: t('signals.goal'), summary: t('signals.goalSummary', { name: intent.name }) };
    default:
      return { title, summary };
  }
}
