import { useQueryClient } from '@tanstack/react-query';
import type { AccountApi } from '../../../server/src/app/api.ts';
import { ApiError } from '../api/api-error.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { useToast } from '../ui/toast.tsx';

export const exportFormats = [
  { format: 'csv', name: 'CSV' },
  { format: 'xlsx', name: 'Excel (XLSX)' },
  { format: 'json', name: 'JSON' },
] as const;

const pollMs = 700;
const timeoutMs = 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Downloads a finished file. */
function download(base: string, exportId: string): void {
  const link = document.createElement('a');
  link.href = `/app/api${base}/exports/${exportId}/file`;
  link.download = '';
  link.click();
}

/** Requests an export, waits for it and downloads it. If the user leaves before that, the file is on the Exports page. */
export function useExport() {
  const { base } = useWorkspace();
  const queryClient = useQueryClient();
  const request = useAccountRequest();
  const showToast = useToast();
  const notify = (text: string) => showToast(text, undefined, 'export');
  return async (body: AccountApi['POST /exports']['body']) => {
    try {
      const { id } = await request('POST /exports', { body });
      void queryClient.invalidateQueries({ queryKey: [base] });
      notify(t('exports.preparing'));
      for (const until = Date.now() + timeoutMs; Date.now() < until; await pause(pollMs)) {
        const exportFile = (await request('GET /exports')).find((candidate) => candidate.id === id);
        if (!exportFile || exportFile.status === 'failed') return notify(t('exports.exportFailed'));
        if (exportFile.status !== 'processed') continue;
        download(base, id);
        const skipped = exportFile.skippedRows > 0 ? ` ${t('exports.skipped', { count: exportFile.skippedRows })}` : '';
        return notify(t('exports.exported', { count: exportFile.doneRows }) + skipped);
      }
      notify(t('exports.takesLonger'));
    } catch (error) {
      notify(error instanceof ApiError ? error.message : t('exports.exportFailed'));
    }
  };
}
