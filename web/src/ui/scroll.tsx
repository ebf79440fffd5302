import type { ReactNode } from 'react';
import layoutStyles from './layout.module.css';

/** The scrolling part of a page, focusable so that it scrolls by keyboard. */
export function Scroll({ children, label }: { children: ReactNode; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={layoutStyles.scroll} aria-label={label} tabIndex={0} data-testid="scroll">
      {children}
    </section>
  );
}
