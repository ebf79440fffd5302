import type { AccountApi } from '../../../server/src/app/api.ts';
import { ApiError } from '../api/api-error.ts';
import { useWork } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import { useToast } from '../ui/toast.tsx';

export const exportFormats = [
  { format: 'csv', name: 'CSV' },
  { format: 'xlsx', name: 'Excel (XLSX)' },
  { format: 'json', name: 'JSON' },
] as const;

const lookMs = 700;
const patienceMs = 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Downloads a finished file. */
export function download(base: string, exportId: string): void {
  const link = document.createElement('a');
  link.href = `/app/api${base}/exports/${exportId}/file`;
  link.download = '';
  link.click();
}

/** Requests an export, waits for it and downloads it. If the user leaves the page, the file is under Exports. */
export function useExport() {
  const { base } = useWork();
  const ask = useAccountRequest();
  const showToast = useToast();
  const tell = (words: string) => showToast(words, undefined, 'export');
  return async (wanted: AccountApi['POST /exports']['body']) => {
    try {
      const { id } = await ask('POST /exports', { body: wanted });
      tell(t('exports.preparingTheFileItDownloads'));
      for (const until = Date.now() + patienceMs; Date.now() < until; await pause(lookMs)) {
        const found = (await ask('GET /exports')).find((one) => one.id === id);
        if (!found || found.status === 'failed') return tell(t('exports.theExportFailedTryAgain'));
        if (found.status !== 'processed') continue;
        download(base, id);
        return tell(t('exports.exported', { count: found.doneRows }));
      }
      tell(t('exports.thisTakesLongerYouWill'));
    } catch (error) {
      tell(error instanceof ApiError ? error.message : t('exports.theExportFailedTryAgain'));
    }
  };
}
