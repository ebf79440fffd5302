import type { ReactNode } from 'react';
import type { Lead, LeadColumn } from '../api/responses.ts';
import { formatEmployeeRange, formatLastVisit, formatMoment, formatNumber, placeName, sourceName } from '../lib/format.ts';
import { industryName } from '../texts/language.ts';
import { t } from '../texts/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { Interval } from '../ui/intervals.ts';
import { Intent } from './intent.tsx';
import leadTableStyles from './lead-table.module.css';
import { Quality } from './quality.tsx';
import { TagList } from './tag-list.tsx';
import { memberName, useMembers } from './use-members.ts';

const noValue = <span className="faint">–</span>;

type Content = { classes?: (string | undefined)[]; title?: string; content: ReactNode };

const contents: Record<LeadColumn, (lead: Lead, interval: Interval) => Content> = {
  quality: ({ quality }) => ({ content: <Quality {...quality} /> }),
  intent: ({ intent }) => ({ content: <Intent intent={intent} /> }),
  place: ({ place }) => ({ classes: ['truncate'], title: placeName(place) ?? undefined, content: placeName(place) ?? noValue }),
  industry: ({ industry }) => {
    const name = industry === null ? null : industryName(industry);
    return { classes: ['truncate', 'soft'], title: name ?? undefined, content: name ?? noValue };
  },
  employees: ({ employeeRange }) => ({
    classes: ['truncate', 'soft', 'number'],
    content: employeeRange === null ? noValue : formatEmployeeRange(employeeRange),
  }),
  visits: ({ visits }) => ({ classes: ['number'], content: formatNumber(visits) }),
  page_views: ({ pageViews }) => ({ classes: ['number'], content: formatNumber(pageViews) }),
  last_visit: ({ lastVisitAt }, { to }) => ({
    classes: ['soft', 'truncate'],
    title: t('common.startedAt', { time: formatMoment(lastVisitAt) }),
    content: formatLastVisit(lastVisitAt, to),
  }),
  source: ({ source, medium }) => ({
    classes: ['truncate', 'soft'],
    title: sourceName(source, medium),
    content: sourceName(source, medium),
  }),
  tags: ({ tagIds }) => ({ classes: [leadTableStyles.tags], content: tagIds.length > 0 && <TagList tagIds={tagIds} /> }),
  assignee: ({ assigneeId }) => ({ content: assigneeId !== null && <Assignee userId={assigneeId} /> }),
};

type LeadCellProps = { column: LeadColumn; lead: Lead; interval: Interval; className: string };

export function LeadCell({ column, lead, interval, className }: LeadCellProps) {
  const { classes = [], title, content } = contents[column](lead, interval);
  return (
    <span role="cell" className={[className, ...classes].join(' ').trim()} title={title}>
      {content}
    </span>
  );
}

function Assignee({ userId }: { userId: string }) {
  const assignee = useMembers().find(({ id }) => id === userId);
  if (!assignee) return null;
  return (
    <span title={t('common.assignedTo', { name: memberName(assignee) })}>
      <Avatar name={memberName(assignee)} isPerson isSmall />
      <span className="visually-hidden">{memberName(assignee)}</span>
    </span>
  );
}
