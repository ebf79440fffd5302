import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Shown instead of data: a title, a hint and an action. */
export function EmptyState({ title, role, children }: { title: string; role?: 'alert'; children: ReactNode }) {
  return (
    <div className={styles.empty} role={role} data-testid="empty-state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
