import { useLocation } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { feedIcon } from '../feeds/feed-icon.ts';
import { useFeeds } from '../feeds/use-feeds.ts';
import { settingsGroups } from '../settings/settings-pages.ts';
import { t } from '../texts/t.ts';
import { hasKeyboard } from './keyboard.ts';
import { pageIcons } from './page-icons.ts';
import type { Command } from './palette.tsx';
import { goShortcuts } from './use-go-shortcuts.ts';

/** Commands that open feeds, pages, settings and other accounts. */
export function usePageCommands(): Command[] {
  const [, navigate] = useLocation();
  const { account, accounts, switchAccount } = useWorkspace();
  const { feeds } = useFeeds();
  const go = (path: string) => () => navigate(path);
  return [
    ...feeds.map(
      ({ id, name }): Command => ({
        id,
        name,
        icon: feedIcon(id),
        run: go(id === 'all_leads' ? '/leads' : `/leads?feed=${id}`),
      }),
    ),
    ...Object.entries(goShortcuts).map(
      ([key, { path, text }]): Command => ({
        id: path,
        name: t(text),
        hint: hasKeyboard ? `g ${key}` : undefined,
        icon: pageIcons[path],
        run: go(path),
      }),
    ),
    { id: 'data', name: t('common.dataFlow'), icon: 'chart', run: go('/dashboard/data') },
    { id: 'hidden', name: t('common.hiddenCompanies'), icon: 'hide', run: go('/leads?hidden=1&range=365d') },
    ...settingsGroups.flatMap(({ pages }) =>
      pages.map(
        ({ id, text }): Command => ({
          id: `settings-${id}`,
          name: t(text),
          hint: t('common.settings'),
          icon: 'settings',
          run: go(`/settings/${id}`),
        }),
      ),
    ),
    ...accounts
      .filter(({ id }) => id !== account.id)
      .map(
        ({ id, name }): Command => ({
          id: `account-${id}`,
          name: t('shell.switchTo', { name }),
          icon: 'out',
          run: () => switchAccount(id),
        }),
      ),
  ];
}
