import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { CompanyLogo } from '../company/company-logo.tsx';
import { useLeadActions } from '../leads/use-lead-actions.ts';
import { ago, formatMoment } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import personStyles from '../ui/person.module.css';
import { ShowMore } from '../ui/show-more.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import styles from './inbox.module.css';

const pageSize = 50;

/** The leads assigned to the user, sorted by their latest visit. */
export function AssignedLeads() {
  const { base, canEdit } = useWorkspace();
  const request = useAccountRequest();
  const { assign } = useLeadActions();
  const query = useInfiniteQuery({
    queryKey: [base, 'assigned-leads'],
    queryFn: ({ pageParam, signal }) => request('GET /assigned-leads', { query: { offset: pageParam, limit: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (pages.length * pageSize < page.total ? pages.length * pageSize : undefined),
  });
  const { data, error, refetch } = query;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <CardSkeletons />;
  const leads = data.pages.flatMap((page) => page.leads);
  if (leads.length === 0) {
    return (
      <EmptyState title={t('inbox.noneAssigned')}>
        <p className="soft">{t(canEdit ? 'inbox.noneAssignedHint' : 'inbox.noneAssignedViewerHint')}</p>
        <Link href="/leads" className={buttonClass({ main: true })}>
          {t('common.goToLeads')}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <p className="faint number" role="status">
        {t('inbox.assignedCount', { count: data.pages[0]?.total ?? 0 })}
      </p>
      <ul className={`${cardStyles.card} ${cardStyles.rows}`}>
        {leads.map(({ companyId, name, domain, visits, lastVisitAt, hasUnread }) => (
          <li key={companyId} className={formStyles.actions} data-testid="assigned-lead">
            <span className={`${personStyles.who} ${formStyles.grow}`}>
              <CompanyLogo companyId={companyId} name={name} />
              <span className={personStyles.names}>
                <span className={personStyles.name}>
                  <Link href={`/companies/${companyId}`} className="link target">
                    {name}
                  </Link>
                  {hasUnread && <Badge tone="accent">{t('inbox.unread')}</Badge>}
                </span>
                <span className={personStyles.domain}>
                  {[domain, t('common.visitCount', { count: visits })].filter(Boolean).join(' · ')}
                  {lastVisitAt && <span title={formatMoment(lastVisitAt)}> · {ago(lastVisitAt)}</span>}
                </span>
              </span>
            </span>
            {canEdit && (
              <Button
                quiet
                small
                aria-label={t('inbox.unassignNamed', { name })}
                title={t('inbox.unassign')}
                onClick={() => assign([companyId], null)}
              >
                <span className={styles.unassign}>{t('inbox.unassign')}</span>
                <Icon name="close" size={14} />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ShowMore query={query}>{t('inbox.more')}</ShowMore>
    </>
  );
}
