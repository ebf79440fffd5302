import { Link } from 'wouter';
import type { Notification } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { ago, formatMoment } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { notificationText } from '../shell/notification-text.ts';
import { Topbar } from '../shell/topbar.tsx';
import { useNotifications } from '../shell/use-notifications.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import { AssignedLeads } from './assigned-leads.tsx';
import styles from './inbox.module.css';

const sections = [
  { id: 'assigned', text: 'inbox.assigned' },
  { id: 'unread', text: 'inbox.unread' },
  { id: 'all', text: 'inbox.everything' },
] as const;

/** The leads assigned to the user, and notifications about mentions, assignments and automations. */
export default function InboxPage() {
  const [params, change] = useParams();
  const section = sections.find(({ id }) => id === params.get('section'))?.id ?? 'assigned';
  const { data, error, refetch, markRead } = useNotifications();
  const unread = data?.notifications.filter(({ isRead }) => !isRead) ?? [];
  const unreadCount = data?.unread ?? 0;
  return (
    <>
      <Topbar title={t('inbox.title')}>{unreadCount > 0 && <Button onClick={() => markRead()}>{t('inbox.markAllRead')}</Button>}</Topbar>
      <Scroll label={t('inbox.title')}>
        <div className={layoutStyles.column}>
          <nav className={styles.sections} aria-label={t('inbox.sections')}>
            {sections.map(({ id, text }) => (
              <Button key={id} quiet aria-current={id === section ? 'page' : undefined} onClick={() => change({ section: id })}>
                {t(text)}
                {id === 'unread' && unreadCount > 0 && <span className={styles.count}>{unreadCount}</span>}
              </Button>
            ))}
          </nav>
          {section === 'assigned' ? (
            <AssignedLeads unreadIds={new Set(unread.map(({ companyId }) => companyId))} />
          ) : error && !data ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : !data ? (
            <CardSkeletons />
          ) : (
            <Notifications notifications={section === 'unread' ? unread : data.notifications} onRead={(id) => markRead([id])} />
          )}
        </div>
      </Scroll>
    </>
  );
}

function Notifications({ notifications, onRead }: { notifications: Notification[]; onRead: (id: string) => void }) {
  const { user } = useWorkspace();
  if (notifications.length === 0) {
    return (
      <EmptyState title={t('inbox.allRead')}>
        <p className="soft">{t('inbox.allReadHint')}</p>
      </EmptyState>
    );
  }
  return (
    <ul className={`${cardStyles.card} ${cardStyles.rows}`}>
      {notifications.map((one) => (
        <li key={one.id} className={formStyles.actions} data-testid="notification">
          <Link
            href={`/companies/${one.companyId}`}
            className={`${formStyles.grow} ${styles.text}`}
            style={{ fontWeight: one.isRead ? 400 : 600 }}
            onClick={() => !one.isRead && onRead(one.id)}
          >
            {notificationText(one, user)}{' '}
            <span className="faint" title={formatMoment(one.createdAt)}>
              {ago(one.createdAt)}
            </span>
          </Link>
          {!one.isRead && (
            <Button quiet small onClick={() => onRead(one.id)}>
              {t('inbox.markRead')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
