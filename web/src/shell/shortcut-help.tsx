import { useEffect, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import styles from './shortcut-help.module.css';
import { useShortcuts } from './use-shortcuts.ts';

export const showShortcutsEvent = 'leadlight:shortcuts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const groups: { name: string; keys: [string, string][] }[] = [
  {
    name: 'Everywhere',
    keys: [
      [isApple ? '⌘ K' : 'Ctrl K', 'Go to a page or a company'],
      ['?', 'Show keyboard shortcuts'],
    ],
  },
  {
    name: 'Leads and live',
    keys: [
      ['j', 'Next row'],
      ['k', 'Previous row'],
      ['Enter', 'Open the company'],
      ['Esc', 'Close, or clear the selection'],
    ],
  },
  {
    name: 'Leads',
    keys: [
      ['x', 'Select the row'],
      ['a', 'Assign the selected leads, or the row'],
      ['t', 'Tag the selected leads, or the row'],
      ['/', 'Search'],
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
    <Dialog title="Keyboard shortcuts" open={isOpen} onClose={() => setOpen(false)}>
      <div className={styles.keys}>
        {groups.map(({ name, keys }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(([key, words]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
