import { makeExport } from '../domain/exports/make-export.ts';
import type { Job } from './index.ts';

export const makeExportJob: Job = { name: 'make-export', run: (ctx, { exportId }) => makeExport(ctx, exportId as string) };
