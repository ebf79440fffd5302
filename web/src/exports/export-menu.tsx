import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { exportFormats, useExport } from './use-export.ts';

/** What the list shows now, or what was chosen from it, as a file. */
export function ExportMenu({ wanted, trigger, onDone }: { wanted: Record<string, unknown>; trigger: ReactElement; onDone?: () => void }) {
  const begin = useExport();
  const [, navigate] = useLocation();
  return (
    <Menu align="end" trigger={trigger}>
      {exportFormats.map(({ format, name }) => (
        <MenuItem
          key={format}
          onSelect={() => {
            begin({ ...wanted, format });
            onDone?.();
          }}
        >
          Export as {name}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={() => navigate('/exports')}>All exports</MenuItem>
    </Menu>
  );
}
