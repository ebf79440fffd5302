import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { request } from '../lib/api.ts';
import { formatNumber } from '../lib/format.ts';
import { useWork } from '../lib/session.tsx';
import { toggleTheme } from '../lib/theme.ts';
import { useFeeds } from '../lib/use-feeds.ts';
import { Avatar } from './avatar.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Menu, MenuItem, MenuLine } from './menu.tsx';
import { openMenuEvent } from './topbar.tsx';

export function Sidebar() {
  const [location] = useLocation();
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const { account, accounts, user, switchAccount } = useWork();
  const queryClient = useQueryClient();
  const feeds = useFeeds();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the address changes.
  useEffect(() => setOpen(false), [location, search]);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(openMenuEvent, open);
    return () => window.removeEventListener(openMenuEvent, open);
  }, []);
  const signOut = async () => {
    await request('/session', { method: 'DELETE' });
    queryClient.clear();
    window.location.assign('/sign-in');
  };
  const currentFeed = new URLSearchParams(search).get('feed') ?? 'all_leads';
  const isLeads = location === '/' || location === '/leads';
  const item = (path: string, name: string, icon: IconName) => (
    <Link href={path} className="nav-item" aria-current={location.startsWith(path) ? 'page' : undefined}>
      <Icon name={icon} />
      {name}
    </Link>
  );
  const person = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return (
    <>
      {isOpen && <div className="curtain" style={{ zIndex: 44 }} onClick={() => setOpen(false)} aria-hidden="true" />}
      <nav className="sidebar" data-open={isOpen} aria-label="Main">
        <Menu
          trigger={
            <button type="button" className="account">
              <img src="/icon.svg" alt="" />
              <span className="cut">{account.name}</span>
              <span className="faint">
                <Icon name="down" size={14} />
              </span>
            </button>
          }
        >
          <div className="popup-title">Accounts</div>
          {accounts.map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => switchAccount(id)}>
              <Avatar name={name} />
              {name}
              {id === account.id && <Icon name="check" size={14} />}
            </MenuItem>
          ))}
        </Menu>
        {item('/live', 'Live', 'live')}
        {item('/dashboard', 'Dashboard', 'chart')}
        <div className="nav-title">Leads</div>
        {feeds.map(({ id, name, count }) => (
          <Link
            key={id}
            href={id === 'all_leads' ? '/leads' : `/leads?feed=${id}`}
            className="nav-item"
            aria-current={isLeads && currentFeed === id ? 'page' : undefined}
          >
            <Icon name={id === 'all_leads' ? 'leads' : id === 'followed_companies' ? 'star' : 'filter'} />
            <span className="cut">{name}</span>
            {count !== null && <span className="count number">{formatNumber(count)}</span>}
          </Link>
        ))}
        <div className="nav-space" />
        {item('/settings', 'Settings', 'settings')}
        <Menu
          trigger={
            <button type="button" className="account" style={{ margin: 0, fontWeight: 500 }}>
              <Avatar name={person} isPerson />
              <span className="cut">{person}</span>
            </button>
          }
        >
          <div className="popup-title">{user.email}</div>
          <MenuItem onSelect={toggleTheme}>
            <Icon name="theme" /> Light or dark
          </MenuItem>
          <MenuLine />
          <MenuItem onSelect={signOut}>
            <Icon name="out" /> Sign out
          </MenuItem>
        </Menu>
      </nav>
    </>
  );
}
