import type { LiveVisit } from '../api/responses.ts';
import { t } from '../texts/t.ts';
import { Tooltip } from '../ui/tooltip.tsx';

/** The reason why a visit has no company. A tooltip explains the reason. */
export function NoCompany({ reason }: { reason: NonNullable<LiveVisit['noCompanyReason']> }) {
  const trigger = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable with the keyboard.
    <span className="soft truncate" tabIndex={0} aria-description={t(`noCompanyHint.${reason}`)} data-testid="no-company">
      {t(`noCompany.${reason}`)}
    </span>
  );
  return <Tooltip trigger={trigger}>{t(`noCompanyHint.${reason}`)}</Tooltip>;
}
