import { Suspense, useState } from 'react';
import type { LiveVisit } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { WorldMap } from '../charts/world-map.tsx';
import { useFeeds } from '../feeds/use-feeds.ts';
import { useActionTargets } from '../leads/action-targets.ts';
import leadsStyles from '../leads/leads.module.css';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import cardStyles from '../ui/card.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import { intervalOf, todayIn } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import tagStyles from '../ui/tag.module.css';
import styles from './live.module.css';
import { liveDots } from './live-dots.ts';
import { LiveRow, rowId } from './live-row.tsx';

const CompanyPanel = lazyComponent(() => import('../company/company-panel.tsx').then((module) => module.CompanyPanel));
const VisitPanel = lazyComponent(() => import('./visit-panel.tsx').then((module) => module.VisitPanel));
/** The list is also refetched without live updates, because visits leave it as time passes. */
const refetchMs = 30_000;

export default function Live() {
  const { account } = useWorkspace();
  const [params, change] = useParams();
  const feedId = params.get('feed') ?? '';
  const { data, error, refetch } = useAccountQuery('/live', {
    query: feedId ? { feed: feedId } : {},
    staleTime: 0,
    refetchInterval: refetchMs,
  });
  const visits = data?.visits ?? [];
  const totals = data?.totals;
  const companies = visits.filter(({ companyId }) => companyId !== null);
  const others = visits.filter(({ companyId }) => companyId === null);
  const rows = [...companies, ...others];
  const openId = params.get('company');
  const openVisitId = params.get('visit');
  useActionTargets(openId ? [openId] : []);
  const isOpen = openId !== null || openVisitId !== null;
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const selected = rows.find(({ id }) => id === selectedId);
  const isShown = ({ id, companyId }: LiveVisit) => (openId ? companyId === openId : id === openVisitId);
  // A company may have several visits; the one selected last stays current.
  const current = selected && (!isOpen || isShown(selected)) ? selected : rows.find(isShown);
  const show = ({ id, companyId }: LiveVisit) => {
    setSelectedId(id);
    change({ company: companyId, visit: companyId === null ? id : null }, { replace: isOpen });
  };
  const close = () => change({ company: null, visit: null }, { replace: isOpen });
  const step = (by: number) => {
    const next = rows[Math.max(0, Math.min((current ? rows.indexOf(current) : -1) + by, rows.length - 1))];
    if (!next) return;
    setSelectedId(next.id);
    document.getElementById(rowId(next.id))?.focus();
    if (isOpen) show(next);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    enter: (event) => {
      const isControl = event.target instanceof HTMLElement && event.target.closest('a, button');
      if (!isControl && current) show(current);
    },
    escape: () => {
      if (isOpen) close();
    },
  });
  return (
    <>
      <Topbar title={t('common.live')}>
        <Badge tone="good" role="status">
          <span className={`${tagStyles.dot} ${tagStyles.live}`} />
          {t('live.onTheSite', { count: totals?.active ?? 0, companies: totals?.activeIdentified ?? 0 })}
        </Badge>
        <FeedSelect value={feedId} onChange={(feed) => change({ feed, company: null, visit: null })} />
      </Topbar>
      <div className={leadsStyles.withPanel}>
        <Scroll label={t('common.visitors')}>
          {!data && (error ? <ErrorState error={error} onRetry={() => refetch()} /> : <PageSkeleton />)}
          {data?.visits.length === 0 && (
            <EmptyState title={feedId ? t('live.nobodyInFeed') : t('live.nobody')}>
              <p className="soft">{t('live.nobodyHint')}</p>
            </EmptyState>
          )}
          {totals && visits.length > 0 && (
            <div className={layoutStyles.column}>
              <section className={`${cardStyles.card} ${styles.map}`}>
                <WorldMap
                  dots={liveDots(visits)}
                  hrefOf={({ companyId }) => (companyId ? `/live?${withCompany(params, companyId)}` : undefined)}
                />
              </section>
              <Group title={t('live.companies', { count: totals.companies })} visits={companies} current={current} onOpen={show} />
              <Group title={t('live.others', { count: totals.others })} visits={others} current={current} onOpen={show} />
            </div>
          )}
        </Scroll>
        {openId && (
          <Suspense fallback={null}>
            <CompanyPanel companyId={openId} interval={intervalOf(params, todayIn(account.timezone))} onClose={close} onStep={step} />
          </Suspense>
        )}
        {openVisitId && !openId && (
          <Suspense fallback={null}>
            <VisitPanel
              key={openVisitId}
              visitId={openVisitId}
              reason={others.find(({ id }) => id === openVisitId)?.noCompanyReason}
              onClose={close}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}

function withCompany(params: URLSearchParams, companyId: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('company', companyId);
  return next;
}

type GroupProps = { title: string; visits: LiveVisit[]; current: LiveVisit | undefined; onOpen: (visit: LiveVisit) => void };

function Group({ title, visits, current, onOpen }: GroupProps) {
  if (visits.length === 0) return null;
  return (
    <section>
      <h2 className={styles.groupTitle}>{title}</h2>
      <ul className={`${cardStyles.card} ${styles.visits}`} data-testid="live-visits">
        {visits.map((visit) => (
          <LiveRow key={visit.id} visit={visit} isCurrent={visit === current} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function FeedSelect({ value, onChange }: { value: string; onChange: (feedId: string | null) => void }) {
  const { feeds } = useFeeds();
  return (
    <select
      className={`${formStyles.select} ${styles.feed}`}
      aria-label={t('live.filterByFeed')}
      value={value}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">{t('live.everybody')}</option>
      {feeds.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
