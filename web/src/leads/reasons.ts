import type { CallReason } from '../api/responses.ts';
import { formatNumber, formatPercent, formatRange } from '../lib/format.ts';
import { t } from '../texts/t.ts';

/** The short text of a reason to call now, with its figure. */
export function reasonText(reason: CallReason): string {
  switch (reason.kind) {
    case 'rise':
      return t('reasons.rise', { visits: t('common.visitCount', { count: reason.visits }), weekly: formatNumber(reason.weekly) });
    case 'goal':
      return reason.names.length === 1
        ? t('reasons.goalNamed', { count: reason.times, name: reason.names[0]! })
        : t('reasons.goals', { count: reason.times });
    case 'return':
      return t('reasons.return', { count: reason.days });
    case 'people':
      return t('reasons.people', { count: reason.people });
    case 'icp':
      return t('reasons.icp', { name: reason.profile.icpName, score: formatPercent(reason.profile.score, 1) });
  }
}

/** The days of a reason and, for a rise, the days that they are compared with. */
export function reasonDays(reason: CallReason): string {
  const days = formatRange(reason.from, reason.to);
  if (reason.kind !== 'rise') return days;
  return t('reasons.comparedWith', { days, compared: formatRange(reason.comparedFrom, reason.comparedTo) });
}

/** The page that explains a reason: the visits that are its evidence, on the page of the company, or the customer profiles. */
export function reasonLink(companyId: string, { kind, from, to }: CallReason): string {
  return kind === 'icp' ? '/settings/icps' : `/companies/${companyId}?${new URLSearchParams({ from, to, reason: kind })}`;
}
