import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { CountedVisit, VisitsFilter } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { VisitItem } from '../company/visit-item.tsx';
import filterStyles from '../feeds/filter.module.css';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { t, tCode } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { DateRange } from '../ui/date-range.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { intervalOf, intervalParams, maxChartDays, todayIn } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import { Tag } from '../ui/tag.tsx';
import { NoCompany } from '../visits/no-company.tsx';
import styles from './visits-page.module.css';

/** The visits that the data flow counts. The URL can limit them to a kind of network and to a reason why they have no company. */
export function VisitsPage() {
  const { base, account } = useWorkspace();
  const request = useAccountRequest();
  const [params] = useParams();
  const interval = intervalOf(params, todayIn(account.timezone));
  const filter = Object.fromEntries(filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []))) as VisitsFilter;
  const search = { from: interval.from, to: interval.to, ...filter };
  const query = useInfiniteQuery({
    queryKey: [base, '/visits', search],
    queryFn: ({ pageParam, signal }) => request('GET /visits', { query: { ...search, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const { data, error, refetch } = query;
  const total = data?.pages[0]?.total;
  return (
    <>
      <Topbar title={t('common.visits')}>
        <span className="faint number" role="status">
          {total !== undefined && t('common.visitCount', { count: total })}
        </span>
        <Link href={`/dashboard/data?${intervalParams(interval)}`} className={buttonClass({ quiet: true })}>
          {t('common.dataFlow')}
        </Link>
        <DateRange interval={interval} maxDays={maxChartDays} />
      </Topbar>
      <Filters filter={filter} />
      <Scroll label={t('common.visits')}>
        <div className={layoutStyles.column}>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : !data ? (
            <CardSkeletons />
          ) : total === 0 ? (
            <EmptyState title={t('dashboard.noVisitsFound')}>
              <p className="soft">{t('dashboard.noVisitsFoundHint')}</p>
            </EmptyState>
          ) : (
            <div className={`${cardStyles.card} ${cardStyles.padded} ${styles.visits}`}>
              <ol className={styles.list}>
                {data.pages
                  .flatMap((page) => page.visits)
                  .map((visit) => (
                    <li key={visit.id}>
                      <VisitItem visit={visit} title={<Visitor visit={visit} />} />
                    </li>
                  ))}
              </ol>
              <ShowMore query={query}>{t('activity.earlier')}</ShowMore>
            </div>
          )}
        </div>
      </Scroll>
    </>
  );
}

const filterNames = ['kind', 'reason'] as const;

/** The name of the company, which opens its page, or the reason why there is none. */
function Visitor({ visit: { companyId, company, noCompanyReason } }: { visit: CountedVisit }) {
  if (noCompanyReason !== null) return <NoCompany reason={noCompanyReason} />;
  return (
    <Link className="link target" href={`/companies/${companyId}`}>
      {company}
    </Link>
  );
}

/** The filters of the URL, each with a button that removes it. */
function Filters({ filter }: { filter: VisitsFilter }) {
  const [, change] = useParams();
  const filters = filterNames.flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    return [{ name, text: tCode(name === 'kind' ? 'fieldValue.network_kind' : 'noCompany', value, value) }];
  });
  if (filters.length === 0) return null;
  return (
    <div className={filterStyles.filterBar} role="group" aria-label={t('feeds.filters')}>
      {filters.map(({ name, text }) => (
        <Tag key={name}>
          <span className="truncate">{text}</span>
          <button type="button" aria-label={t('feeds.removeFilter', { filter: text })} onClick={() => change({ [name]: null })}>
            <Icon name="close" size={11} />
          </button>
        </Tag>
      ))}
    </div>
  );
}
