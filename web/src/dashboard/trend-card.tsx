import type { Trend, Trends } from '../api/responses.ts';
import { LineChart } from '../charts/chart.tsx';
import { Legend } from '../charts/legend.tsx';
import { formatNumber } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Card } from '../ui/card.tsx';
import { type Step, stepAt } from './days-of-step.ts';

const colors = ['var(--line-1)', 'var(--line-2)', 'var(--line-3)', 'var(--line-4)', 'var(--line-5)'];

const labels = { hour: 'dashboard.byHour', day: 'dashboard.byDay', week: 'dashboard.byWeek', month: 'dashboard.byMonth' } as const;

type TrendCardProps = {
  title: string;
  trends: Trend[];
  unit: Trends['unit'];
  steps: string[];
  empty: React.ReactNode;
  /** The list that a trend, or one of its steps, links to. */
  hrefOf?: (id: string, step?: Step) => string | undefined;
};

/** A few trends over time. */
export function TrendCard({ title, trends, unit, steps, empty, hrefOf }: TrendCardProps) {
  const series = trends.map(({ name, values }, index) => ({ name, values, color: colors[index]! }));
  return (
    <Card title={title}>
      {trends.length === 0 ? (
        <p className="faint">{empty}</p>
      ) : (
        <>
          <LineChart
            label={t(labels[unit], { title })}
            steps={steps}
            series={series}
            unit={unit}
            hrefOf={hrefOf && ((at, index) => hrefOf(trends[index]!.id, stepAt(at, steps, unit)))}
          />
          <Legend
            isBelow
            entries={trends.map(({ id, name, total }, index) => ({
              name,
              color: colors[index]!,
              value: formatNumber(total),
              href: hrefOf?.(id),
            }))}
          />
        </>
      )}
    </Card>
  );
}
