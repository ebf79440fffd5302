import { runReattribution } from '../domain/reattribution/run-reattribution.ts';
import { reattributionJob } from '../domain/reattribution/start-reattribution.ts';
import type { Job } from './index.ts';

export const reattributeVisits: Job = {
  name: reattributionJob,
  run: (ctx, { accountId, reattributionId }) => runReattribution(ctx, accountId as string, reattributionId as string),
};
