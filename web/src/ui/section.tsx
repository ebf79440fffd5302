import type { ReactNode } from 'react';

type SectionProps = { title: string; children: ReactNode; empty?: string | false };

/** A titled part of the page of a company. Where nothing is known it says how that changes. */
export function Section({ title, children, empty }: SectionProps) {
  return (
    <section>
      <h2 className="section-title">{title}</h2>
      {empty ? <p className="faint">{empty}</p> : children}
    </section>
  );
}
