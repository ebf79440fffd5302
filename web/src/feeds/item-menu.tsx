import type { ReactNode } from 'react';
import navStyles from '../shell/nav.module.css';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';

/** The small menu next to an entry in the sidebar. */
export function ItemMenu({ label, icon = 'dots', children }: { label: string; icon?: IconName; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <Button quiet icon small className={navStyles.lineMenu} aria-label={label}>
          <Icon name={icon} size={14} />
        </Button>
      }
    >
      {children}
    </Menu>
  );
}
