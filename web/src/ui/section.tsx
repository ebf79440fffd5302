import type { ReactNode } from 'react';

type SectionProps = { title: string; children: ReactNode; empty?: string | false };

/** A titled section of a company, or a hint where it is empty. */
export function Section({ title, children, empty }: SectionProps) {
  return (
    <section>
      <h2 className="section-title">{title}</h2>
      {empty ? <p className="faint">{empty}</p> : children}
    </section>
  );
}
