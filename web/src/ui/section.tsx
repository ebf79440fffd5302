import type { ReactNode } from 'react';
import styles from './section.module.css';

type SectionProps = { title: string; children: ReactNode; empty?: string | false };

/** A titled section, with a hint if it is empty. */
export function Section({ title, children, empty }: SectionProps) {
  return (
    <section>
      <h2 className={styles.sectionTitle}>{title}</h2>
      {empty ? <p className="faint">{empty}</p> : children}
    </section>
  );
}
