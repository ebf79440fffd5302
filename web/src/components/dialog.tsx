import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

type DialogProps = { title: string; open: boolean; onClose: () => void; children: ReactNode };

export function Dialog({ title, open, onClose, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="curtain" />
        <Base.Popup className="dialog">
          <Base.Title>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
