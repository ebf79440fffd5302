import { importJobName } from '../domain/imports/import-file.ts';
import { forgetImports } from '../domain/imports/imports.ts';
import { resumeImports, workOnImport } from '../domain/imports/work-on-import.ts';
import type { Job } from './index.ts';

export const workOnImportJob: Job = {
  name: importJobName,
  // A long file must not keep the rest of the background waiting.
  apart: 1,
  run: (ctx, { accountId, importId }) => workOnImport(ctx, accountId as string, importId as string),
};

export const resumeImportsJob: Job = { name: 'resume-imports', schedule: '* * * * *', run: resumeImports };

export const forgetImportsJob: Job = { name: 'forget-imports', schedule: '47 4 * * *', run: forgetImports };
