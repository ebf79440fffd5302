import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { request } from '../api/request.ts';
import { useWork } from '../api/session.tsx';
import { FeedTree } from '../feeds/feed-tree.tsx';
import { t } from '../texts/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import popupStyles from '../ui/popup.module.css';
import navStyles from './nav.module.css';
import { Notifications } from './notifications.tsx';
import shellStyles from './shell.module.css';
import { showShortcutsEvent } from './shortcut-help.tsx';
import { toggleTheme } from './theme.ts';
import { openMenuEvent } from './topbar.tsx';

export function Sidebar() {
  const [location, navigate] = useLocation();
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const { account, accounts, user, switchAccount } = useWork();
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the address changes.
  useEffect(() => setOpen(false), [location, search]);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(openMenuEvent, open);
    return () => window.removeEventListener(openMenuEvent, open);
  }, []);
  const signOut = async () => {
    await request('DELETE /session');
    queryClient.clear();
    window.location.assign('/sign-in');
  };
  const item = (path: string, name: string, icon: IconName) => (
    <Link href={path} className={navStyles.navItem} aria-current={location.startsWith(path) ? 'page' : undefined}>
      <Icon name={icon} />
      {name}
    </Link>
  );
  const person = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return (
    <>
      {isOpen && <div className={dialogStyles.curtain} style={{ zIndex: 44 }} onClick={() => setOpen(false)} aria-hidden="true" />}
      <nav className={shellStyles.sidebar} data-open={isOpen} aria-label={t('shell.main')}>
        <Menu
          trigger={
            <button type="button" className={shellStyles.account}>
              <img src="/icon.svg" alt="" />
              <span className="cut">{account.name}</span>
              <span className="faint">
                <Icon name="down" size={14} />
              </span>
            </button>
          }
        >
          <div className={popupStyles.popupTitle}>{t('shell.accounts')}</div>
          {accounts.map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => switchAccount(id)}>
              <Avatar name={name} />
              {name}
              {id === account.id && <Icon name="check" size={14} />}
            </MenuItem>
          ))}
        </Menu>
        <Notifications />
        {item('/live', t('common.live'), 'live')}
        {item('/dashboard', t('common.dashboard'), 'chart')}
        {item('/exports', t('common.exports'), 'download')}
        <FeedTree />
        <div className={navStyles.navSpace} />
        {item('/settings', t('common.settings'), 'settings')}
        <Menu
          trigger={
            <button type="button" className={shellStyles.account} style={{ margin: 0, fontWeight: 500 }}>
              <Avatar name={person} isPerson />
              <span className="cut">{person}</span>
            </button>
          }
        >
          <div className={popupStyles.popupTitle}>{user.email}</div>
          <MenuItem onSelect={() => navigate('/settings/profile')}>
            <Icon name="person" /> {t('shell.profileAndLanguage')}
          </MenuItem>
          <MenuItem onSelect={toggleTheme}>
            <Icon name="theme" /> {t('shell.switchTheme')}
          </MenuItem>
          <MenuItem onSelect={() => window.dispatchEvent(new Event(showShortcutsEvent))}>
            <Icon name="keyboard" /> {t('shell.keyboardShortcuts')}
          </MenuItem>
          <MenuLine />
          <MenuItem onSelect={signOut}>
            <Icon name="out" /> {t('common.signOut')}
          </MenuItem>
        </Menu>
      </nav>
    </>
  );
}
