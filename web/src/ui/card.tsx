import type { ReactNode } from 'react';
import styles from './card.module.css';

type CardProps = {
  title: ReactNode;
  /** Shown beside the title. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A titled card. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section className={styles.card}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      <div className={styles.inside}>{children}</div>
    </section>
  );
}
