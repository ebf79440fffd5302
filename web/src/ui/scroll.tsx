import type { ReactNode } from 'react';

/** The scrolling part of a page, focusable so that it scrolls by keyboard. */
export function Scroll({ children, label }: { children: ReactNode; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
