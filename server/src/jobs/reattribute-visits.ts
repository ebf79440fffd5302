import { runReattribution } from '../domain/identification/run-reattribution.ts';
import { reattributionJob } from '../domain/identification/start-reattribution.ts';
import type { Job } from './index.ts';

export const reattributeVisits: Job = {
  name: reattributionJob,
  run: (ctx, { accountId, reattributionId }) => runReattribution(ctx, accountId as string, reattributionId as string),
};
