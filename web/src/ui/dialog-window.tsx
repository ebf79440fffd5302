import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

export type DialogProps = { title: string; open: boolean; onClose: () => void; children: ReactNode; isWide?: boolean };

/** The window of a dialog; see `Dialog`. */
export function DialogWindow({ title, open, onClose, children, isWide }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.curtain} />
        <Base.Popup className={isWide ? `${styles.dialog} ${styles.wide}` : styles.dialog}>
          <Base.Title>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
