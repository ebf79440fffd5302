import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { request } from '../api/request.ts';
import { useWorkspace } from '../api/session.tsx';
import { FeedTree } from '../feeds/feed-tree.tsx';
import { memberName } from '../leads/use-members.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { OnboardingItem } from '../onboarding/onboarding-item.tsx';
import { t } from '../texts/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import popupStyles from '../ui/popup.module.css';
import { useModalFocus } from '../ui/use-modal-focus.ts';
import { openPaletteEvent } from './command-palette.tsx';
import { hasKeyboard, paletteKey } from './keyboard.ts';
import navStyles from './nav.module.css';
import { Notifications } from './notifications.tsx';
import { pageIcons } from './page-icons.ts';
import shellStyles from './shell.module.css';
import { showShortcutsEvent } from './shortcut-help.tsx';
import { toggleTheme } from './theme.ts';
import { openMenuEvent } from './topbar.tsx';
import { useSignOut } from './use-sign-out.ts';

const NewAccountDialog = lazyComponent(() => import('../accounts/new-account-dialog.tsx').then((module) => module.NewAccountDialog));

export function Sidebar() {
  const [location, navigate] = useLocation();
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const { account, accounts, user, switchAccount } = useWorkspace();
  const drawer = useRef<HTMLElement>(null);
  useModalFocus(drawer, isOpen, () => setOpen(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the URL changes.
  useEffect(() => setOpen(false), [location, search]);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(openMenuEvent, open);
    return () => window.removeEventListener(openMenuEvent, open);
  }, []);
  const signOut = useSignOut();
  const item = (path: keyof typeof pageIcons, name: string) => (
    <Link href={path} className={navStyles.navItem} aria-current={location.startsWith(path) ? 'page' : undefined}>
      <Icon name={pageIcons[path]} />
      {name}
    </Link>
  );
  const userName = memberName(user);
  return (
    <>
      {isOpen && <div className={dialogStyles.backdrop} style={{ zIndex: 44 }} onClick={() => setOpen(false)} aria-hidden="true" />}
      <nav
        ref={drawer}
        tabIndex={-1}
        className={shellStyles.sidebar}
        data-open={isOpen}
        aria-label={t('shell.main')}
        style={account.brand.color === null ? undefined : { borderTop: `3px solid ${account.brand.color}` }}
      >
        <Menu
          trigger={
            <button type="button" className={shellStyles.account}>
              <img src={account.brand.logo ?? '/icon.svg'} alt="" />
              <span className="truncate">{account.name}</span>
              <span className="faint">
                <Icon name="down" size={14} />
              </span>
            </button>
          }
        >
          <div className={popupStyles.popupTitle}>{t('shell.accounts')}</div>
          {accounts.map(({ id, name, brand }) => (
            <MenuItem
              key={id}
              icon={brand.logo ? <img src={brand.logo} alt="" className={shellStyles.menuLogo} /> : <Avatar name={name} isSmall />}
              isChecked={id === account.id}
              onSelect={() => switchAccount(id)}
            >
              {name}
            </MenuItem>
          ))}
          <NewAccountItem onSelect={() => setCreating(true)} />
        </Menu>
        <button
          type="button"
          className={`${navStyles.navItem} ${navStyles.navButton}`}
          onClick={() => window.dispatchEvent(new Event(openPaletteEvent))}
        >
          <Icon name="search" />
          <span className="truncate">{t('shell.commands')}</span>
          {hasKeyboard && <kbd className={navStyles.count}>{paletteKey()}</kbd>}
        </button>
        <Notifications />
        <OnboardingItem />
        {item('/inbox', t('inbox.title'))}
        {item('/live', t('common.live'))}
        {item('/dashboard', t('common.dashboard'))}
        {item('/campaigns', t('campaigns.title'))}
        {item('/goals', t('common.goals'))}
        {item('/directory', t('directory.title'))}
        {item('/lists', t('lists.title'))}
        {item('/exports', t('common.exports'))}
        <FeedTree />
        <div className={navStyles.navSpace} />
        <div className={shellStyles.sidebarEnd}>
          {item('/settings', t('common.settings'))}
          <Menu
            trigger={
              <button type="button" className={shellStyles.account} style={{ margin: 0, fontWeight: 500 }}>
                <Avatar name={userName} isPerson />
                <span className="truncate">{userName}</span>
              </button>
            }
          >
            <div className={popupStyles.popupTitle}>{user.email}</div>
            <MenuItem icon={<Icon name="person" />} onSelect={() => navigate('/settings/profile')}>
              {t('shell.profileAndLanguage')}
            </MenuItem>
            <MenuItem icon={<Icon name="theme" />} onSelect={toggleTheme}>
              {t('shell.switchTheme')}
            </MenuItem>
            {hasKeyboard && (
              <MenuItem icon={<Icon name="keyboard" />} onSelect={() => window.dispatchEvent(new Event(showShortcutsEvent))}>
                {t('shell.keyboardShortcuts')}
              </MenuItem>
            )}
            <MenuLine />
            <MenuItem icon={<Icon name="out" />} onSelect={signOut}>
              {t('common.signOut')}
            </MenuItem>
          </Menu>
        </div>
      </nav>
      {isCreating && (
        <Suspense fallback={null}>
          <NewAccountDialog isOpen onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Rendered only while the menu is open, so the server is asked only then whether the user may create accounts. */
function NewAccountItem({ onSelect }: { onSelect: () => void }) {
  const { data: creation } = useQuery({ queryKey: ['session', 'account-creation'], queryFn: () => request('GET /account-creation') });
  if (!creation?.isAllowed) return null;
  return (
    <>
      <MenuLine />
      <MenuItem icon={<Icon name="plus" />} onSelect={onSelect}>
        {t('accounts.new')}
      </MenuItem>
    </>
  );
}
