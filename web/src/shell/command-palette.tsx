import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { closeMenusEvent } from '../ui/menu.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazyComponent(() => import('./palette.tsx').then((module) => module.Palette));

/** The window event that opens the palette, for buttons. */
export const openPaletteEvent = 'leadlight:palette';

/** The command palette (⌘K): opens pages, finds companies of the last year, and acts on the selected or open companies. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({
    'mod+k': (event) => {
      event.preventDefault();
      if (event.repeat) return;
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
