import { removeOldExports } from '../domain/exports/remove-old-exports.ts';
import { forgetListWalks } from '../domain/visits/list-walks.ts';
import type { Job } from './index.ts';

export const removeOldExportsJob: Job = {
  name: 'remove-old-exports',
  schedule: '41 * * * *',
  run: async (ctx) => {
    await removeOldExports(ctx);
    await forgetListWalks(ctx);
  },
};
