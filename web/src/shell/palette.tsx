import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { actionTargets } from '../leads/action-targets.ts';
import { searchTerm } from '../lib/search-term.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import formStyles from '../ui/form.module.css';
import { Icon, type IconName } from '../ui/icon.tsx';
import { addDays, todayIn } from '../ui/intervals.ts';
import popupStyles from '../ui/popup.module.css';
import { hasKeyboard } from './keyboard.ts';
import styles from './palette.module.css';
import { usePageCommands } from './use-page-commands.ts';
import { usePaletteActions } from './use-palette-actions.tsx';

/** A command runs an action or opens further commands. */
export type Command = { id: string; name: string; hint?: string; icon: IconName } & ({ run: () => void } | { next: Command[] });

/** Commands that open pages and companies, and commands that act on the selected or open companies. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialogStyles.backdrop} />
        <Base.Popup className={`${dialogStyles.dialog} ${styles.palette}`} aria-label={t('shell.commands')}>
          <Commands close={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Commands({ close }: { close: () => void }) {
  const [, navigate] = useLocation();
  const { account, canEdit } = useWorkspace();
  const [input, setInput] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const [targets] = useState(() => [...actionTargets()]);
  const actions = usePaletteActions(targets);
  const pages = usePageCommands();
  const [parentId, setParentId] = useState<string | null>(null);
  const parent = actions.find(({ id }) => id === parentId);
  const to = todayIn(account.timezone);
  const { data: found, isPlaceholderData } = useAccountQuery('/leads', {
    query: { from: addDays(to, -364), to, search: searchTerm(input), limit: 6 },
    enabled: input.trim().length > 1,
  });
  // Results of the previous search must not be selectable.
  const companies = (input.trim().length > 1 && !isPlaceholderData ? (found?.rows ?? []) : []).map(
    (row): Command => ({
      id: `company-${row.companyId}`,
      name: row.name,
      hint: row.domain ?? '',
      icon: 'leads',
      run: () => navigate(`/companies/${row.companyId}`),
    }),
  );
  const matches = ({ name }: Command) => name.toLowerCase().includes(input.trim().toLowerCase());
  const commands =
    parent && 'next' in parent ? parent.next.filter(matches) : [...companies, ...actions.filter(matches), ...pages.filter(matches)];
  const current = Math.max(
    0,
    commands.findIndex(({ id }) => id === activeId),
  );
  const currentId = commands[current]?.id;
  useEffect(() => {
    if (currentId) document.getElementById(`palette-${currentId}`)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  // The highlight must not move to another command when companies are found. Without dependencies, because fast typing resets the id before
  // the previous one is rendered, so that nothing seems to have changed.
  useEffect(() => {
    if (currentId && activeId !== currentId) setActiveId(currentId);
  });
  const run = (command: Command | undefined) => {
    if (!command) return;
    if ('next' in command) {
      setParentId(command.id);
      setInput('');
      return setActiveId(null);
    }
    close();
    command.run();
  };
  return (
    <>
      <div className={styles.head}>
        <input
          className={`${formStyles.input} ${styles.input}`}
          placeholder={parent ? `${parent.name} ${t('palette.pick')}` : t('shell.palettePlaceholder')}
          aria-label={t('shell.paletteShortcut')}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={currentId && `palette-${currentId}`}
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into it.
          autoFocus
          value={input}
          onChange={(event) => {
            setInput(event.target.value);
            setActiveId(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setActiveId(commands[Math.min(current + 1, commands.length - 1)]?.id ?? null);
            else if (event.key === 'ArrowUp') setActiveId(commands[Math.max(current - 1, 0)]?.id ?? null);
            else if (event.key === 'Enter') run(commands[current]);
            else if (event.key === 'Backspace' && input === '' && parent) setParentId(null);
            else return;
            event.preventDefault();
          }}
        />
        {/* Without a keyboard, there is no Escape key to close the palette, which covers the page. */}
        {!hasKeyboard && (
          <Button quiet icon aria-label={t('common.close')} onClick={close}>
            <Icon name="close" size={15} />
          </Button>
        )}
      </div>
      <div className={popupStyles.popupLine} />
      <div id="palette-list" role="listbox" className={styles.list} aria-label={t('shell.commands')}>
        {commands.map((command, index) => (
          <div
            key={command.id}
            id={`palette-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={popupStyles.popupItem}
            data-highlighted={index === current ? '' : undefined}
            onMouseMove={() => setActiveId(command.id)}
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
            {t(targets.length === 0 && canEdit ? 'palette.noResults' : 'shell.noResults')}
          </p>
        )}
      </div>
    </>
  );
}
