import { useLocation } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { ago } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import popupStyles from '../ui/popup.module.css';
import navStyles from './nav.module.css';
import { notificationText } from './notification-text.ts';
import { useNotifications } from './use-notifications.ts';

/** A menu with mentions, assignments and messages from automations. Closing the menu marks those that it shows as read. */
export function Notifications() {
  const [, navigate] = useLocation();
  const { user } = useWorkspace();
  const { data, markRead, refetch } = useNotifications();
  const unread = data?.unread ?? 0;
  return (
    <Menu
      onOpenChange={(isOpen) => {
        const shown = data?.notifications.flatMap(({ id, isRead }) => (isRead ? [] : id)) ?? [];
        if (isOpen) refetch();
        else if (shown.length > 0) markRead(shown);
      }}
      trigger={
        <button type="button" className={`${navStyles.navItem} ${navStyles.navButton}`}>
          <Icon name="bell" />
          {t('notifications.title')}
          {unread > 0 && <span className={navStyles.count}>{t('notifications.unread', { count: unread })}</span>}
        </button>
      }
    >
      <div className={popupStyles.popupTitle}>{t('notifications.title')}</div>
      {data?.notifications.length === 0 && (
        <MenuItem disabled onSelect={() => {}}>
          {t('notifications.none')}
        </MenuItem>
      )}
      {data?.notifications.map((notification) => (
        <MenuItem key={notification.id} onSelect={() => navigate(`/companies/${notification.companyId}`)}>
          <span className={navStyles.notification} style={{ fontWeight: notification.isRead ? 400 : 600 }}>
            {notificationText(notification, user)} <span className="faint">{ago(notification.createdAt)}</span>
          </span>
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={() => navigate('/inbox')}>{t('inbox.openInbox')}</MenuItem>
    </Menu>
  );
}
