import { refreshAllMatches } from '../domain/icps/refresh-all-matches.ts';
import type { Job } from './index.ts';

export const refreshIcpMatchesJob: Job = { name: 'refresh-icp-matches', schedule: '53 1 * * *', run: (ctx) => refreshAllMatches(ctx) };
