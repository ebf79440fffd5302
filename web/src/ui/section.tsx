import type { ReactNode } from 'react';
import styles from './section.module.css';

type SectionProps = { title: string; note?: string; children: ReactNode; empty?: string | false };

/** A titled section, with a note next to the title and a hint if it is empty. */
export function Section({ title, note, children, empty }: SectionProps) {
  return (
    <section>
      <div className={styles.sectionTitle}>
        <h2>{title}</h2>
        {note && <span className="faint">{note}</span>}
      </div>
      {empty ? <p className="faint">{empty}</p> : children}
    </section>
  );
}
