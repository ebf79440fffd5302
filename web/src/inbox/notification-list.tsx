import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { ago, formatMoment } from '../lib/format.ts';
import { notificationText } from '../shell/notification-text.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import { ShowMore } from '../ui/show-more.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import styles from './inbox.module.css';

const pageSize = 50;

/** The user's notifications, or only the unread ones, newest first. */
export function NotificationList({ isUnreadOnly, onRead }: { isUnreadOnly: boolean; onRead: (id: string) => void }) {
  const { base, user } = useWorkspace();
  const request = useAccountRequest();
  const query = useInfiniteQuery({
    queryKey: [base, 'notification-list', isUnreadOnly],
    queryFn: ({ pageParam, signal }) =>
      request('GET /notifications', { query: { unread: isUnreadOnly, offset: pageParam, limit: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length * pageSize : undefined),
  });
  const { data, error, refetch } = query;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <CardSkeletons />;
  const notifications = data.pages.flatMap((page) => page.notifications);
  if (notifications.length === 0) {
    return (
      <EmptyState title={t('inbox.allRead')}>
        <p className="soft">{t('inbox.allReadHint')}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={`${cardStyles.card} ${cardStyles.rows}`}>
        {notifications.map((notification) => (
          <li key={notification.id} className={formStyles.actions} data-testid="notification">
            <Link
              href={`/companies/${notification.companyId}`}
              className={`${formStyles.grow} ${styles.text}`}
              style={{ fontWeight: notification.isRead ? 400 : 600 }}
              onClick={() => !notification.isRead && onRead(notification.id)}
            >
              {notificationText(notification, user)}{' '}
              <span className="faint" title={formatMoment(notification.createdAt)}>
                {ago(notification.createdAt)}
              </span>
            </Link>
            {!notification.isRead && (
              <Button quiet small onClick={() => onRead(notification.id)}>
                {t('inbox.markRead')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ShowMore query={query}>{t('inbox.more')}</ShowMore>
    </>
  );
}
