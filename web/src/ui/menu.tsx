import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import popupStyles from './popup.module.css';

type MenuProps = {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

export function Menu({ trigger, children, align = 'start', open, onOpenChange }: MenuProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} style={{ zIndex: 60 }}>
          <Base.Popup className={popupStyles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ children, onSelect, disabled }: { children: ReactNode; onSelect: () => void; disabled?: boolean }) {
  return (
    <Base.Item className={popupStyles.popupItem} onClick={onSelect} disabled={disabled}>
      {children}
    </Base.Item>
  );
}

export const MenuLine = () => <Base.Separator className={popupStyles.popupLine} />;
