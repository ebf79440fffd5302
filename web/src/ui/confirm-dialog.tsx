import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = { title: string; open: boolean; action: string; onConfirm: () => void; onClose: () => void; children: ReactNode };

/** Asks before something is deleted. */
export function ConfirmDialog({ title, open, action, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <div className="form">
        <p className="soft">{children}</p>
        <div className="actions end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button danger"
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {action}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
