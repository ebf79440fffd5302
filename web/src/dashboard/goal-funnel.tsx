import { Link } from 'wouter';
import type { GoalFunnel } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { formatNumber } from '../lib/format.ts';
import { formatRate } from '../lib/format-rarely.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import { type Interval, intervalParams } from '../ui/intervals.ts';
import styles from './goal-funnel.module.css';
import type { LeadLinks } from './lead-links.ts';

/** The funnel of a goal: how many visits reached each step. */
export function GoalFunnelCard({ interval, links }: { interval: Interval; links: LeadLinks }) {
  const { data: goals = [] } = useAccountQuery('/goals', { staleTime: 60_000 });
  const active = goals.filter((goal) => goal.active);
  const [params, change] = useParams();
  const selected = active.find(({ id }) => id === params.get('goal'));
  const goalId = selected?.id ?? active.toSorted((a, b) => b.reachedCount - a.reachedCount)[0]?.id;
  const { data, error, refetch } = useAccountQuery('/goals/:goalId/funnel', {
    params: { goalId: goalId ?? '' },
    query: { from: interval.from, to: interval.to },
    enabled: goalId !== undefined,
  });
  if (active.length === 0) return null;
  if (!data) return error && <ErrorState error={error} onRetry={() => refetch()} />;
  return (
    <Card
      title={
        <Link href={`/goals/${goalId}?${intervalParams(interval)}`} className="link target">
          {t('dashboard.funnel')}
        </Link>
      }
      aside={
        <select
          className={`${formStyles.select} ${formStyles.small}`}
          style={{ maxWidth: 260 }}
          aria-label={t('dashboard.goal')}
          value={goalId}
          onChange={(event) => change({ goal: event.target.value }, { replace: true })}
        >
          {active.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      }
    >
      <FunnelSteps funnel={data} links={links} />
    </Card>
  );
}

/** The steps of a funnel as bars. The visits of every step are a subset of those of the step before. */
export function FunnelSteps({ funnel, links }: { funnel: GoalFunnel; links: LeadLinks }) {
  const all = funnel.steps[0]?.visits ?? 0;
  const { id } = funnel.goal;
  // No filter selects the companies of a sample.
  const linkOf: Partial<Record<GoalFunnel['steps'][number]['step'], string>> = funnel.isSample
    ? {}
    : {
        visits: links.all,
        engaged: links.goalStep(id, 'engaged'),
        considered: links.goalStep(id, 'considered'),
        reached: links.goal(id),
      };
  return (
    <>
      <ol className={styles.funnel} data-testid="funnel">
        {funnel.steps.map(({ step, visits, companies }, index) => (
          <li key={step}>
            <span className={styles.name}>{step === 'reached' ? funnel.goal.name : t(`funnelStep.${step}`)}</span>
            <span className={styles.track}>
              <span className={styles.bar} style={{ width: `${all === 0 ? 0 : (visits / all) * 100}%` }} />
            </span>
            <span className="number">{t('common.visitCount', { count: visits })}</span>
            <span className="number faint">{index === 0 ? '' : formatRate(visits, funnel.steps[index - 1]?.visits ?? 0)}</span>
            <Companies count={companies} href={linkOf[step]} />
          </li>
        ))}
      </ol>
      <p className={`faint ${styles.note}`}>{t('dashboard.funnelHint')}</p>
      {funnel.pages.length > 0 && (
        <p className="faint">
          {t('dashboard.onTheWay', { pages: funnel.pages.map(({ path, visits }) => `${path} (${formatNumber(visits)})`).join(', ') })}
        </p>
      )}
      {funnel.isSample && <p className="faint">{t('goals.sample', { count: all })}</p>}
    </>
  );
}

function Companies({ count, href }: { count: number; href: string | undefined }) {
  const text = t('common.companyCount', { count });
  if (href === undefined || count === 0) return <span className="number">{text}</span>;
  return (
    <Link href={href} className="link number">
      {text}
    </Link>
  );
}
