import { Suspense, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { closeMenusEvent } from '../ui/menu.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazyPart(() => import('./palette.tsx').then((part) => part.Palette));

/** ⌘K: go anywhere and find any company of the last year. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({
    'mod+k': (event) => {
      event.preventDefault();
      window.dispatchEvent(new Event(closeMenusEvent));
      setOpen((was) => !was);
    },
  });
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  );
}
