import type { ReactNode } from 'react';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import formStyles from './form.module.css';

type ConfirmDialogProps = { title: string; open: boolean; action: string; onConfirm: () => void; onClose: () => void; children: ReactNode };

/** Asks for confirmation of a destructive action. */
export function ConfirmDialog({ title, open, action, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <div className={formStyles.stack}>
        <p className="soft">{children}</p>
        <DialogFooter>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            danger
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {action}
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  );
}
