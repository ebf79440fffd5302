import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Breakdowns, EntryAndExitPages, Overview, Share, Trends } from '../api/responses.ts';
import { BarChart } from '../charts/chart.tsx';
import { Legend } from '../charts/legend.tsx';
import { formatNumber, formatPercent, formatRange } from '../lib/format.ts';
import { formatTime } from '../lib/format-rarely.ts';
import { rich } from '../texts/rich.tsx';
import { t } from '../texts/t.ts';
import cardStyles from '../ui/card.module.css';
import { Card } from '../ui/card.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Notice } from '../ui/notice.tsx';
import { type Step, stepAt } from './days-of-step.ts';
import figureStyles from './figure.module.css';
import { Figure } from './figure.tsx';
import type { LeadLinks } from './lead-links.ts';
import { RebuildNotice } from './rebuild-notice.tsx';
import { Shares } from './shares.tsx';
import { TrendCard } from './trend-card.tsx';

const chartTitles = {
  hour: 'dashboard.visitsByHour',
  day: 'dashboard.visitsByDay',
  week: 'dashboard.visitsByWeek',
  month: 'dashboard.visitsByMonth',
} as const;

type FiguresProps = {
  overview: Overview;
  isCompared: boolean;
  shares: Breakdowns | undefined;
  entryAndExitPages: EntryAndExitPages | undefined;
  trends: Trends | undefined;
  annotations: { id: string; day: string; body: string }[];
  /** Links from the figures to lists of leads; null for readers who may not see leads. */
  links: LeadLinks | null;
  /** The page that a step of the chart of visits links to. */
  stepHref?: (step: Step) => string;
  /** Replaces the card with the sources. */
  sources?: (shares: Share[]) => ReactNode;
  belowChart: ReactNode;
  /** Shown after the trends. */
  funnel?: ReactNode;
};

/** The dashboard, for users of the account and for readers of a shared link. */
export function Figures(props: FiguresProps) {
  const { overview, isCompared, shares, entryAndExitPages, trends, annotations, links, stepHref, belowChart, funnel } = props;
  const { totals, unit, steps } = overview;
  const stepStarts = steps.map(({ at }) => at);
  const hrefOf = stepHref && ((at: string) => stepHref(stepAt(at, stepStarts, unit)));
  const marks = annotations.map(({ day, body }) => ({ step: stepIndexOf(day, stepStarts), text: body }));
  const before = isCompared ? overview.before : null;
  const { from, to, until } = overview.compared;
  const days = formatRange(from, to);
  const period = until === null ? days : t('dashboard.untilTime', { day: days, time: formatTime(until) });
  const comparedWith = t('dashboard.comparedWith', { period });
  return (
    <div className={layoutStyles.column}>
      {overview.rebuild && <RebuildNotice {...overview.rebuild} />}
      {totals.visits === 0 && links && (
        <Notice>
          {rich('dashboard.noVisitsAdvice', {
            link: (
              <Link href="/settings/tracker" className="link">
                {t('dashboard.checkTheTracker')}
              </Link>
            ),
          })}
        </Notice>
      )}
      <dl className={figureStyles.figures}>
        {(
          [
            ['visits', 'common.visits', links?.visits()],
            ['companies', 'common.companies', links?.all],
            ['newCompanies', 'dashboard.newCompanies', links?.newCompanies],
            ['pageViews', 'dashboard.pageViews', links?.pageViews],
            ['goals', 'dashboard.goalsReached', links?.goals],
          ] as const
        ).flatMap(([name, text, href]) => [
          <Figure
            key={name}
            name={t(text)}
            value={formatNumber(totals[name])}
            now={totals[name]}
            before={before?.[name]}
            comparedWith={comparedWith}
            href={href}
          />,
          ...(name === 'visits'
            ? [
                <Figure
                  key="identified"
                  name={t('dashboard.identified')}
                  value={formatPercent(totals.identified, totals.visits)}
                  href={links?.dataFlow}
                />,
              ]
            : []),
        ])}
      </dl>
      <Card
        title={t(chartTitles[unit])}
        aside={
          <Legend
            entries={[
              { name: t('dashboard.all'), color: 'var(--bar-soft)' },
              { name: t('dashboard.fromCompanies'), color: 'var(--bar)' },
              ...(before && overview.visitsBefore ? [{ name: t('dashboard.before'), color: 'var(--line-2)', isDashed: true }] : []),
            ]}
          />
        }
      >
        <BarChart
          label={t('dashboard.allAndFromCompanies', { title: t(chartTitles[unit]) })}
          unit={unit}
          steps={stepStarts}
          hrefOf={hrefOf}
          marks={marks}
          series={[
            { name: t('dashboard.all'), color: 'var(--bar-soft)', values: steps.map(({ visits }) => visits) },
            { name: t('dashboard.fromCompanies'), color: 'var(--bar)', values: steps.map(({ identified }) => identified) },
          ]}
          compared={
            before && overview.visitsBefore
              ? { name: t('dashboard.before'), color: 'var(--line-2)', values: overview.visitsBefore }
              : undefined
          }
        />
        {belowChart}
      </Card>
      {trends && (
        <div className={`${cardStyles.cards} ${cardStyles.two}`}>
          <TrendCard
            {...trends}
            title={t('dashboard.goalsOverTime')}
            trends={trends.goals}
            hrefOf={links?.goal}
            empty={
              links
                ? rich('dashboard.noGoalsAdvice', {
                    link: (
                      <Link href="/settings/goals" className="link">
                        {t('dashboard.createGoals')}
                      </Link>
                    ),
                  })
                : t('dashboard.noGoalReached')
            }
          />
          <TrendCard
            {...trends}
            title={t('dashboard.campaignsOverTime')}
            trends={trends.campaigns}
            hrefOf={links?.campaign}
            empty={t('dashboard.noCampaignsHint')}
          />
        </div>
      )}
      {funnel}
      {shares && <Shares shares={shares} entryAndExitPages={entryAndExitPages} links={links} sources={props.sources} />}
    </div>
  );
}

/** The index of the step that contains a day. In a chart by hour, annotations are marked at the first hour. */
function stepIndexOf(day: string, steps: string[]): number {
  return Math.max(
    0,
    steps.findLastIndex((step) => step.slice(0, 10) <= day && step.length === 10),
  );
}
