import { type RefObject, useEffect, useRef } from 'react';

/**
 * While active, keeps the focus inside an element that covers the page, such as a drawer on a phone: the rest of the page is inert, Escape
 * calls `onEscape`, and afterwards the focus returns to where it was.
 */
export function useModalFocus(ref: RefObject<HTMLElement | null>, isActive: boolean, onEscape: () => void): void {
  const close = useRef(onEscape);
  close.current = onEscape;
  useEffect(() => {
    const element = ref.current;
    if (!isActive || !element) return;
    const previouslyFocused = document.activeElement as HTMLElement | null;
    const others = elementsOutside(element).filter((other) => !other.inert);
    for (const other of others) other.inert = true;
    element.focus();
    const press = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && (element.contains(event.target) || event.target === document.body);
      if (event.key === 'Escape' && isInside) close.current();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      for (const other of others) other.inert = false;
      previouslyFocused?.focus();
    };
  }, [isActive, ref]);
}

/** All elements outside of the given one and its ancestors, except status messages and the backdrop, which must stay usable. */
function elementsOutside(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (let inside = element; inside.parentElement && inside !== document.body; inside = inside.parentElement) {
    for (const sibling of inside.parentElement.children) {
      if (sibling !== inside && sibling instanceof HTMLElement && !sibling.matches('[role=status], [aria-hidden=true]'))
        others.push(sibling);
    }
  }
  return others;
}
