import { Dialog as Base } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useWork } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useFeeds } from '../feeds/use-feeds.ts';
import { settingsGroups } from '../settings/settings-pages.ts';
import { t } from '../texts/t.ts';
import dialogStyles from '../ui/dialog.module.css';
import formStyles from '../ui/form.module.css';
import { Icon, type IconName } from '../ui/icon.tsx';
import { addDays, todayIn } from '../ui/intervals.ts';
import popupStyles from '../ui/popup.module.css';
import { toggleTheme } from './theme.ts';

type Command = { id: string; name: string; hint?: string; icon: IconName; run: () => void };

/** The commands and the companies that can be found. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialogStyles.curtain} />
        <Base.Popup className={dialogStyles.dialog} style={{ padding: 8 }} aria-label={t('shell.commands')}>
          <Commands close={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Commands({ close }: { close: () => void }) {
  const [, navigate] = useLocation();
  const { account, accounts, switchAccount } = useWork();
  const { feeds } = useFeeds();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const to = todayIn(account.timezone);
  const { data: found } = useAccountQuery('/leads', {
    query: { from: addDays(to, -364), to, search: words, limit: 6 },
    enabled: words.length > 1,
  });
  const go = (path: string) => () => navigate(path);
  const fixed: Command[] = [
    ...feeds.map(({ id, name }): Command => ({ id, name, icon: 'leads', run: go(id === 'all_leads' ? '/leads' : `/leads?feed=${id}`) })),
    { id: 'live', name: t('common.live'), icon: 'live', run: go('/live') },
    { id: 'dashboard', name: t('common.dashboard'), icon: 'chart', run: go('/dashboard') },
    { id: 'exports', name: t('common.exports'), icon: 'download', run: go('/exports') },
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
    { id: 'theme', name: t('shell.switchTheme'), icon: 'theme', run: toggleTheme },
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
  const companies = (words.length > 1 ? (found?.rows ?? []) : []).map(
    (row): Command => ({
      id: `company-${row.companyId}`,
      name: row.name,
      hint: row.domain ?? '',
      icon: 'leads',
      run: go(`/companies/${row.companyId}`),
    }),
  );
  const commands = [...companies, ...fixed.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()))];
  const current = Math.min(at, commands.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    command.run();
  };
  return (
    <>
      <input
        className={formStyles.input}
        style={{ border: 0, height: 40, outline: 'none' }}
        placeholder={t('shell.goToAPageOrA')}
        aria-label={t('shell.goToAPageOr')}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={commands[current] ? `palette-${commands[current].id}` : undefined}
        // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into it.
        autoFocus
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(current + 1, commands.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0));
          else if (event.key === 'Enter') run(commands[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div className={popupStyles.popupLine} />
      <div id="palette-list" role="listbox" aria-label={t('shell.commands')}>
        {commands.map((command, index) => (
          <div
            key={command.id}
            id={`palette-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={popupStyles.popupItem}
            data-highlighted={index === current ? '' : undefined}
            onMouseMove={() => setAt(index)}
            onClick={() => run(command)}
            onKeyDown={() => {}}
          >
            <Icon name={command.icon} />
            <span>{command.name}</span>
            {command.hint && <span className="faint">{command.hint}</span>}
          </div>
        ))}
        {commands.length === 0 && (
          <p className="faint" style={{ padding: 10 }}>
            {t('shell.noResults')}
          </p>
        )}
      </div>
    </>
  );
}
