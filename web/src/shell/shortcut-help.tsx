import { useEffect, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { useShortcuts } from './use-shortcuts.ts';

export const showKeysEvent = 'leadlight:keys';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const groups: { name: string; keys: [string, string][] }[] = [
  {
    name: 'Everywhere',
    keys: [
      [isApple ? '⌘ K' : 'Ctrl K', 'Go to a page or a company'],
      ['?', 'Show these keys'],
    ],
  },
  {
    name: 'Leads and live',
    keys: [
      ['j', 'Next line'],
      ['k', 'Previous line'],
      ['Enter', 'Open the company'],
      ['Esc', 'Close, or choose none'],
    ],
  },
  {
    name: 'Leads',
    keys: [
      ['x', 'Choose the line'],
      ['a', 'Assign what is chosen, or the line'],
      ['t', 'Tag what is chosen, or the line'],
      ['/', 'Search'],
    ],
  },
];

/** The keys of the application, told by one of them. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(showKeysEvent, open);
    return () => window.removeEventListener(showKeysEvent, open);
  }, []);
  return (
    <Dialog title="Keys" open={isOpen} onClose={() => setOpen(false)}>
      <div className="keys">
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
