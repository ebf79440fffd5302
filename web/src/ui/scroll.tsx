import type { ReactNode } from 'react';

/** The part of a page that scrolls. It takes the focus, or nobody could scroll it by keyboard. */
export function Scroll({ children, label }: { children: ReactNode; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
