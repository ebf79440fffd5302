import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { closeMenusEvent } from '../ui/menu.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazyComponent(() => import('./palette.tsx').then((module) => module.Palette));

/** Opens the palette without the keyboard. */
export const openPaletteEvent = 'leadlight:palette';

/** ⌘K: go anywhere, find any company of the last year, and act on what is selected or open. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({
    'mod+k': (event) => {
      event.preventDefault();
      window.dispatchEvent(new Event(closeMenusEvent));
      setOpen((was) => !was);
    },
  });
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(openPaletteEvent, open);
    return () => window.removeEventListener(openPaletteEvent, open);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  );
}
