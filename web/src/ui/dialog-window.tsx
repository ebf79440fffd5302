import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { t } from '../texts/t.ts';
import { buttonClass } from './button.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

export type DialogProps = { title: string; open: boolean; onClose: () => void; children: ReactNode; isWide?: boolean };

/** The window of a dialog; see `Dialog`. */
export function DialogWindow({ title, open, onClose, children, isWide }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen, { reason }) => {
        // A click outside must not discard what was typed into a form.
        const isFormKept = reason === 'outside-press' && popup.current?.querySelector('form');
        if (!isOpen && !isFormKept) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          // While the content is loading, the close button would get the focus.
          initialFocus={() =>
            popup.current?.querySelector(`.${styles.body} :is(a, button, input, select, textarea)`) !== null || popup.current
          }
          className={`${styles.dialog} ${styles.framed} ${isWide ? styles.wide : ''}`}
        >
          <Base.Title>{title}</Base.Title>
          <div className={styles.body}>{children}</div>
          {/* Last, so that the focus begins in the content. */}
          <Base.Close className={`${buttonClass({ quiet: true, icon: true })} ${styles.close}`} aria-label={t('common.close')}>
            <Icon name="close" size={15} />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
