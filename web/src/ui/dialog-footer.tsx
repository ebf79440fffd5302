import type { ReactNode } from 'react';
import styles from './dialog.module.css';

/** The buttons of a dialog. They stay in view while a long dialog scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
