import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Notification } from '../api/answers.ts';
import { request } from '../api/request.ts';
import { useWork } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { ago } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import popupStyles from '../ui/popup.module.css';
import navStyles from './nav.module.css';

const refetchMs = 60_000;

function wordsOf({ kind, company, actor, detail }: Notification): string {
  if (kind === 'mention') return t('notifications.mention', { company, actor: actor ?? '', detail: detail ?? '' });
  if (kind === 'automation') return t('notifications.automation', { company, detail: detail ?? '' });
  return actor === null
    ? t('notifications.assignedByRule', { company, detail: detail ?? '' })
    : t('notifications.assigned', { company, actor });
}

/** Mentions, assignments and messages of rules. Opening the menu marks them as read. */
export function Notifications() {
  const { base, account } = useWork();
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const { data } = useAccountQuery('/notifications', { refetchInterval: refetchMs });
  const read = useMutation({
    mutationFn: () => request('POST /notifications/read', { body: { accountId: account.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [base, '/notifications'] }),
  });
  const unread = data?.unread ?? 0;
  return (
    <Menu
      onOpenChange={(isOpen) => {
        if (!isOpen && unread > 0) read.mutate();
      }}
      trigger={
        <button type="button" className={navStyles.navItem} style={{ border: 0, background: 'none', width: '100%', font: 'inherit' }}>
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
      {data?.notifications.map((one) => (
        <MenuItem key={one.id} onSelect={() => navigate(`/companies/${one.companyId}`)}>
          <span style={{ fontWeight: one.isRead ? 400 : 600, maxWidth: 320, whiteSpace: 'normal' }}>
            {wordsOf(one)} <span className="faint">{ago(one.createdAt)}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
