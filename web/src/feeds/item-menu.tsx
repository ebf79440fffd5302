import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';

/** The small menu beside an entry of the sidebar. */
export function ItemMenu({ label, icon = 'dots', children }: { label: string; icon?: IconName; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <button type="button" className="button quiet icon small line-menu" aria-label={label}>
          <Icon name={icon} size={14} />
        </button>
      }
    >
      {children}
    </Menu>
  );
}
