import type { Lead, LeadColumn } from '../api/responses.ts';
import { CompanyLogo } from '../company/company-logo.tsx';
import { formatDay } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import { type Interval, intervalParams } from '../ui/intervals.ts';
import personStyles from '../ui/person.module.css';
import skeletonStyles from '../ui/skeleton.module.css';
import { IcpBadge } from './icp-badge.tsx';
import { LeadCell } from './lead-cell.tsx';
import { columns } from './lead-columns.ts';
import leadTableStyles from './lead-table.module.css';
import { reasonText } from './reasons.ts';

type LeadRowProps = {
  /** Undefined while its page is loading. */
  lead: Lead | undefined;
  shown: readonly LeadColumn[];
  row: number;
  interval: Interval;
  /** The distance from the top of the list, in pixels. */
  start: number;
  isCurrent: boolean;
  /** Whether the lead had a visit in the last minute that was not shown before. */
  isFresh: boolean;
  isSelected: boolean;
  onOpen: () => void;
  onToggle: (() => void) | null;
};

export function LeadRow({ lead, shown, row, interval, start, isCurrent, isFresh, isSelected, onOpen, onToggle }: LeadRowProps) {
  if (!lead) {
    return (
      <div
        className={`${leadTableStyles.leadLine} ${leadTableStyles.row}`}
        data-testid="lead-skeleton"
        role="row"
        aria-rowindex={row + 2}
        style={{ transform: `translateY(${start}px)` }}
      >
        <span role="cell" className={leadTableStyles.check} />
        <span role="cell">
          <div className={skeletonStyles.skeleton} style={{ width: 150, height: 13 }} />
        </span>
      </div>
    );
  }
  const reasons = lead.reasons.map(reasonText).join(' · ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside does the same by keyboard.
    <div
      className={`${leadTableStyles.leadLine} ${leadTableStyles.row}`}
      data-testid="lead-row"
      role="row"
      tabIndex={-1}
      aria-rowindex={row + 2}
      data-current={isCurrent}
      data-fresh={isFresh}
      style={{ transform: `translateY(${start}px)` }}
      onClick={onOpen}
    >
      <span role="cell" className={leadTableStyles.check}>
        {onToggle && (
          <input
            type="checkbox"
            className={formStyles.check}
            aria-label={t('leads.selectNamed', { name: lead.name })}
            checked={isSelected}
            onChange={onToggle}
            onClick={(event) => event.stopPropagation()}
          />
        )}
      </span>
      <span role="cell" className={personStyles.who}>
        <CompanyLogo companyId={lead.companyId} name={lead.name} />
        <span className={personStyles.names}>
          <span className={personStyles.name} data-testid="lead-name">
            <a
              className="truncate"
              title={lead.name}
              href={`/companies/${lead.companyId}?${intervalParams(interval)}`}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return event.stopPropagation();
                event.preventDefault();
              }}
            >
              {lead.name}
            </a>
            {lead.followed && (
              <span className="faint" title={t('leads.followed')}>
                <Icon name="star" size={13} />
              </span>
            )}
          </span>
          <span className={`${personStyles.domain} ${personStyles.marked}`}>
            <span className="truncate" title={reasons || (lead.domain ?? undefined)}>
              {reasons || (lead.domain ?? t('leads.domainUnknown'))}
            </span>
            {lead.isNew && lead.firstVisitAt && (
              <Badge tone="good" title={t('leads.firstVisitOn', { day: formatDay(lead.firstVisitAt) })}>
                {t('leads.new')}
              </Badge>
            )}
            <IcpBadge icps={lead.icps} />
          </span>
        </span>
      </span>
      {columns.map(({ key, className }) =>
        key === 'name' || !shown.includes(key) ? null : (
          <LeadCell
            key={key}
            column={key}
            lead={lead}
            interval={interval}
            className={className.map((name) => leadTableStyles[name]).join(' ')}
          />
        ),
      )}
    </div>
  );
}
