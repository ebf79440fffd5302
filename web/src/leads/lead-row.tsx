import type { Lead } from '../api/answers.ts';
import { ago, formatDay, formatEmployeeRange, formatMoment, formatNumber, placeName, sourceName } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import { type Interval, intervalParams } from '../ui/intervals.ts';
import personStyles from '../ui/person.module.css';
import skeletonStyles from '../ui/skeleton.module.css';
import { IcpBadge } from './icp-badge.tsx';
import { Intent } from './intent.tsx';
import leadTableStyles from './lead-table.module.css';
import { Quality } from './quality.tsx';
import { reasonWords } from './reasons.ts';
import { TagList } from './tag-list.tsx';
import { memberName, useMembers } from './use-members.ts';

type LeadRowProps = {
  lead: Lead | undefined;
  row: number;
  interval: Interval;
  start: number;
  isCurrent: boolean;
  isFresh: boolean;
  isSelected: boolean;
  onOpen: () => void;
  onToggle: (() => void) | null;
};

export function LeadRow({ lead, row, interval, start, isCurrent, isFresh, isSelected, onOpen, onToggle }: LeadRowProps) {
  const assignee = useMembers().find(({ id }) => id === lead?.assigneeId);
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
  const reasons = lead.reasons.map(reasonWords).join(' · ');
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
        <Avatar name={lead.name} />
        <span className={personStyles.names}>
          <span className={personStyles.name} data-testid="lead-name">
            <a
              className="cut"
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
            <span className="cut" title={reasons || undefined}>
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
      <span role="cell" className={leadTableStyles.mustHide}>
        <Quality {...lead.quality} />
      </span>
      <span role="cell" className={`${leadTableStyles.mustHide} ${leadTableStyles.intent}`}>
        <Intent intent={lead.intent} />
      </span>
      <span role="cell" className={`cut ${leadTableStyles.mustHide}`} title={placeName(lead.place) ?? undefined}>
        {placeName(lead.place) ?? <span className="faint">–</span>}
      </span>
      <span role="cell" className={`cut ${leadTableStyles.mayHide} soft`} title={lead.industry ?? undefined}>
        {lead.industry ?? <span className="faint">–</span>}
      </span>
      <span role="cell" className={`cut ${leadTableStyles.mayHide} soft number`}>
        {lead.employeeRange === null ? <span className="faint">–</span> : formatEmployeeRange(lead.employeeRange)}
      </span>
      <span role="cell" className={`${leadTableStyles.right} number`}>
        {formatNumber(lead.visits)}
      </span>
      <span role="cell" className={`${leadTableStyles.right} number ${leadTableStyles.mustHide}`}>
        {formatNumber(lead.pageViews)}
      </span>
      <span role="cell" className={`${leadTableStyles.right} soft cut`} title={formatMoment(lead.lastVisitAt)}>
        {ago(lead.lastVisitAt)}
      </span>
      <span role="cell" className={`cut ${leadTableStyles.mayHide} soft`} title={sourceName(lead.source, lead.medium)}>
        {sourceName(lead.source, lead.medium)}
      </span>
      <span role="cell" className={`${leadTableStyles.mayHide} ${leadTableStyles.tags}`}>
        <TagList tagIds={lead.tagIds} />
      </span>
      <span role="cell" className={leadTableStyles.mayHide}>
        {assignee && (
          <span title={t('common.assignedTo', { name: memberName(assignee) })}>
            <Avatar name={memberName(assignee)} isPerson isSmall />
            <span className="unseen">{memberName(assignee)}</span>
          </span>
        )}
      </span>
    </div>
  );
}
