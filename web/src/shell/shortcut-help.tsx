import { useEffect, useState } from 'react';
import { type TextKey, t } from '../texts/t.ts';
import { Dialog } from '../ui/dialog.tsx';
import { paletteKey } from './keyboard.ts';
import styles from './shortcut-help.module.css';
import { goShortcuts } from './use-go-shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

export const showShortcutsEvent = 'leadlight:shortcuts';

const groups = (): { text: TextKey; keys: [string, string][] }[] => [
  {
    text: 'shell.everywhere',
    keys: [
      [paletteKey(), t('shell.paletteShortcut')],
      ['j', t('shell.nextRow')],
      ['k', t('shell.previousRow')],
      ['u', t('shell.undoShortcut')],
      ['?', t('shell.showKeyboardShortcuts')],
      ...Object.entries(goShortcuts).map(([key, { text }]): [string, string] => [`g ${key}`, t('shell.goTo', { page: t(text) })]),
    ],
  },
  {
    text: 'shell.leadsAndLive',
    keys: [
      ['Enter', t('shell.openCompany')],
      ['Esc', t('shell.escapeShortcut')],
    ],
  },
  {
    text: 'common.leads',
    keys: [
      ['x', t('shell.selectRow')],
      ['a', t('shell.assignShortcut')],
      ['t', t('shell.tagShortcut')],
      ['l', t('shell.addToListShortcut')],
      ['f', t('shell.followShortcut')],
      ['h', t('shell.hideShortcut')],
      ['/', t('common.search')],
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list must scroll by keyboard. */}
      <section className={styles.keys} tabIndex={0} aria-label={t('shell.keyboardShortcuts')}>
        {groups().map(({ text, keys }) => (
          <section key={text}>
            <h3>{t(text)}</h3>
            <dl>
              {keys.map(([key, action]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
