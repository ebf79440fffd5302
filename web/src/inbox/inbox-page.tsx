import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { useNotifications } from '../shell/use-notifications.ts';
import { useRowKeys } from '../shell/use-row-keys.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { AssignedLeads } from './assigned-leads.tsx';
import styles from './inbox.module.css';
import { NotificationList } from './notification-list.tsx';

const sections = [
  { id: 'assigned', text: 'inbox.assigned' },
  { id: 'unread', text: 'inbox.unread' },
  { id: 'all', text: 'inbox.everything' },
] as const;

/** The leads assigned to the user, and notifications about mentions, assignments and automations. */
export default function InboxPage() {
  useRowKeys();
  const [params, change] = useParams();
  const section = sections.find(({ id }) => id === params.get('section'))?.id ?? 'assigned';
  const { data, markRead } = useNotifications();
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
            <AssignedLeads />
          ) : (
            <NotificationList key={section} isUnreadOnly={section === 'unread'} onRead={(id) => markRead([id])} />
          )}
        </div>
      </Scroll>
    </>
  );
}
