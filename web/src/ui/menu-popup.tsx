import { Menu as Base } from '@base-ui/react/menu';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../texts/t.ts';
import { Icon } from './icon.tsx';
import type { MenuProps } from './menu.tsx';
import popupStyles from './popup.module.css';

type MenuPopupProps = Omit<MenuProps, 'open' | 'onOpenChange'> & { isOpen: boolean; setOpen: (isOpen: boolean) => void };

/** A menu that has been opened; see `Menu`. */
export function MenuPopup({ trigger, children, align = 'start', isOpen, setOpen }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Enter should select the first item, even in a menu opened by a shortcut.
    if (isOpen) requestAnimationFrame(() => popup.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus());
  }, [isOpen]);
  return (
    <Base.Root open={isOpen} onOpenChange={setOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} style={{ zIndex: 60 }}>
          <Base.Popup ref={popup} className={`${popupStyles.popup} ${popupStyles.menu}`}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type MenuItemProps = {
  /** Before the text. The texts of all items of a menu begin at the same place. */
  icon?: ReactNode;
  children: ReactNode;
  isChecked?: boolean;
  onSelect: () => void;
  disabled?: boolean;
  keepOpen?: boolean;
  /** The accessible name, if it says more than the visible text, such as what is removed. */
  label?: string;
};

export function MenuItem({ icon, children, isChecked, onSelect, disabled, keepOpen, label }: MenuItemProps) {
  return (
    <Base.Item className={popupStyles.popupItem} onClick={onSelect} disabled={disabled} closeOnClick={!keepOpen} aria-label={label}>
      {icon && <span className={popupStyles.itemIcon}>{icon}</span>}
      <span className={popupStyles.itemText}>{children}</span>
      {isChecked && (
        <span className={popupStyles.itemCheck} role="img" aria-label={t('common.selected')}>
          <Icon name="check" size={14} />
        </span>
      )}
    </Base.Item>
  );
}

export const MenuLine = () => <Base.Separator className={popupStyles.popupLine} />;
