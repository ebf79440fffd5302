import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { LiveVisit } from '../api/answers.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { ago, placeName, sourceName } from '../lib/format.ts';
import { Topbar } from '../shell/topbar.tsx';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { t } from '../texts/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import cardStyles from '../ui/card.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import layoutStyles from '../ui/layout.module.css';
import personStyles from '../ui/person.module.css';
import { Scroll } from '../ui/scroll.tsx';
import tagStyles from '../ui/tag.module.css';
import { NoCompany } from '../visits/no-company.tsx';
import styles from './live.module.css';

export default function Live() {
  const { data: visits, error, refetch, isPending } = useAccountQuery('/live', { staleTime: 0 });
  const data = visits ?? [];
  const companies = data.filter(({ companyId }) => companyId !== null).length;
  const [, navigate] = useLocation();
  const [at, setAt] = useState(-1);
  const move = (to: number) => setAt(Math.max(0, Math.min(to, data.length - 1)));
  useShortcuts({
    j: () => move(at + 1),
    k: () => move(at - 1),
    enter: () => data[at]?.companyId && navigate(`/companies/${data[at].companyId}`),
  });
  return (
    <>
      <Topbar title={t('common.live')}>
        <Badge tone="good" role="status">
          <span className={`${tagStyles.dot} ${tagStyles.live}`} />
          {t('live.onTheSite', { count: data.length, companies })}
        </Badge>
      </Topbar>
      <Scroll label={t('common.visitors')}>
        {error && !visits && <ErrorState error={error} onRetry={() => refetch()} />}
        {visits && !isPending && data.length === 0 && (
          <EmptyState title={t('live.nobodyIsOnTheSite')}>
            <p className="soft">{t('live.visitorsAppearHereAsSoon')}</p>
          </EmptyState>
        )}
        {data.length > 0 && (
          <div className={layoutStyles.column}>
            <ul className={cardStyles.card} data-testid="live-visits">
              {data.map((visit, index) => (
                <Visitor key={visit.id} visit={visit} isCurrent={index === at} />
              ))}
            </ul>
          </div>
        )}
      </Scroll>
    </>
  );
}

function Visitor({ visit, isCurrent }: { visit: LiveVisit; isCurrent: boolean }) {
  return (
    <li className={styles.liveRow} data-current={isCurrent}>
      <span className={personStyles.who}>
        <Avatar name={visit.company ?? '·'} />
        <span className={personStyles.names}>
          <span className={personStyles.name}>
            {visit.noCompanyReason === null ? (
              <Link href={`/companies/${visit.companyId}`} className="cut">
                {visit.company}
              </Link>
            ) : (
              <NoCompany reason={visit.noCompanyReason} />
            )}
          </span>
          <span className={`${personStyles.domain} cut`}>
            {placeName({ city: visit.city, countryCode: visit.countryCode }) ?? t('live.placeUnknown')}
          </span>
        </span>
      </span>
      <span className={`cut ${styles.mayHide}`} title={visit.title ?? undefined}>
        {visit.path}
      </span>
      <span className={`cut soft ${styles.mayHide}`}>
        {sourceName(visit.source, visit.medium)} · {t('common.pageCount', { count: visit.pages })}
      </span>
      <span className="faint" style={{ textAlign: 'right' }}>
        {ago(visit.lastSeenAt)}
      </span>
    </li>
  );
}
