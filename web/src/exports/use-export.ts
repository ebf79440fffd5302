import type { ListedExport } from '../../../server/src/domain/exports/list-exports.ts';
import { ApiError, request } from '../api/request.ts';
import { useWork } from '../api/session.tsx';
import { formatNumber } from '../lib/format.ts';
import { useToast } from '../ui/toast.tsx';

export const exportFormats = [
  { format: 'csv', name: 'CSV' },
  { format: 'xlsx', name: 'Excel (XLSX)' },
  { format: 'json', name: 'JSON' },
];

const lookMs = 700;
const patienceMs = 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fetches a finished file as the browser does. */
export function download(base: string, exportId: string): void {
  const link = document.createElement('a');
  link.href = `/app/api${base}/exports/${exportId}/file`;
  link.download = '';
  link.click();
}

/** Asks for a file, waits while it is made, and fetches it. Who leaves the page finds it among the exports. */
export function useExport() {
  const { base } = useWork();
  const tell = useToast();
  return async (wanted: Record<string, unknown>) => {
    try {
      const { id } = await request<{ id: string }>(`${base}/exports`, { method: 'POST', body: wanted });
      tell('The file is being made. It is fetched by itself, and stays under Exports for a week.');
      for (const until = Date.now() + patienceMs; Date.now() < until; await pause(lookMs)) {
        const found = (await request<ListedExport[]>(`${base}/exports`)).find((one) => one.id === id);
        if (!found || found.status === 'failed') return tell('The file could not be made. Ask for it again under Exports.');
        if (found.status !== 'processed') continue;
        download(base, id);
        return tell(`Exported ${formatNumber(found.doneRows)} ${found.doneRows === 1 ? 'company' : 'companies'}.`);
      }
      tell('This one takes longer: it will be under Exports.');
    } catch (error) {
      tell(error instanceof ApiError ? error.message : 'The export failed. Try again.');
    }
  };
}
