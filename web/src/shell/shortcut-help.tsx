import { useEffect, useState } from 'react';
import { type TextKey, t } from '../texts/t.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './shortcut-help.module.css';
import { useShortcuts } from './use-shortcuts.ts';

export const showShortcutsEvent = 'leadlight:shortcuts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const groups: { text: TextKey; keys: [string, TextKey][] }[] = [
  {
    text: 'shell.everywhere',
    keys: [
      [isApple ? '⌘ K' : 'Ctrl K', 'shell.goToAPageOr'],
      ['?', 'shell.showKeyboardShortcuts'],
    ],
  },
  {
    text: 'shell.leadsAndLive',
    keys: [
      ['j', 'shell.nextRow'],
      ['k', 'shell.previousRow'],
      ['Enter', 'shell.openTheCompany'],
      ['Esc', 'shell.closeOrClearTheSelection'],
    ],
  },
  {
    text: 'common.leads',
    keys: [
      ['x', 'shell.selectTheRow'],
      ['a', 'shell.assignTheSelectedLeadsOr'],
      ['t', 'shell.tagTheSelectedLeadsOr'],
      ['/', 'common.search'],
    ],
  },
];

/** Lists the keyboard shortcuts. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(showShortcutsEvent, open);
    return () => window.removeEventListener(showShortcutsEvent, open);
  }, []);
  return (
    <Dialog title={t('shell.keyboardShortcuts')} open={isOpen} onClose={() => setOpen(false)}>
      <div className={styles.keys}>
        {groups.map(({ text, keys }) => (
          <section key={text}>
            <h3>{t(text)}</h3>
            <dl>
              {keys.map(([key, action]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{t(action)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
