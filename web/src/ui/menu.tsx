import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';

export type MenuProps = {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The number of items that are names, such as users or tags. A menu with many names has a search field. */
  names?: number;
  /** Whether the names are still being loaded. The menu opens when they are, because Enter should select the first of them. */
  isLoading?: boolean;
};

const MenuPopup = lazyComponent(() => import('./menu-popup.tsx').then((module) => module.MenuPopup));
export const MenuItem = lazyComponent(() => import('./menu-popup.tsx').then((module) => module.MenuItem));
export const MenuLine = lazyComponent(() => import('./menu-popup.tsx').then((module) => module.MenuLine));

const maxNamesWithoutSearch = 8;

/** The window event with which other layers, such as the command palette, close open menus. */
export const closeMenusEvent = 'leadlight:close-menus';

/** A button with a menu. The code of menus is loaded when one opens for the first time. */
export function Menu({ trigger, children, align, open, onOpenChange, names = 0, isLoading = false }: MenuProps) {
  const [isOpenUncontrolled, setOpenUncontrolled] = useState(false);
  const isOpen = (open ?? isOpenUncontrolled) && !isLoading;
  const wasOpen = useRef(false);
  if (isOpen) wasOpen.current = true;
  const setOpen = (next: boolean) => {
    setOpenUncontrolled(next);
    onOpenChange?.(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an open menu listens, and the setters do not change what it does.
  useEffect(() => {
    if (!isOpen) return;
    const close = () => setOpen(false);
    window.addEventListener(closeMenusEvent, close);
    return () => window.removeEventListener(closeMenusEvent, close);
  }, [isOpen]);
  if (!wasOpen.current)
    return cloneElement(trigger as ReactElement<ComponentProps<'button'>>, { 'aria-haspopup': 'menu', onClick: () => setOpen(true) });
  return (
    <Suspense fallback={trigger}>
      <MenuPopup trigger={trigger} align={align} isOpen={isOpen} setOpen={setOpen} isSearchable={names > maxNamesWithoutSearch}>
        {children}
      </MenuPopup>
    </Suspense>
  );
}
