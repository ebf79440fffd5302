import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { ExportRequest } from '../api/responses.ts';
import { t } from '../texts/t.ts';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { exportFormats, useExport } from './use-export.ts';

/** Exports the list, or the selected leads. */
export function ExportMenu({
  exportRequest,
  trigger,
  onDone,
}: {
  exportRequest: ExportRequest;
  trigger: ReactElement;
  onDone?: () => void;
}) {
  const startExport = useExport();
  const [, navigate] = useLocation();
  return (
    <Menu align="end" trigger={trigger}>
      {exportFormats.map(({ format, name }) => (
        <MenuItem
          key={format}
          onSelect={() => {
            startExport({ ...exportRequest, format });
            onDone?.();
          }}
        >
          {t('exports.exportAs', { format: name })}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={() => navigate('/exports')}>{t('exports.allExports')}</MenuItem>
    </Menu>
  );
}
