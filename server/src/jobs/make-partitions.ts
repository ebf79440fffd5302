import { ensurePartitions } from '../domain/visits/ensure-partitions.ts';
import type { Job } from './index.ts';

export const makePartitions: Job = { name: 'make-partitions', schedule: '17 2 * * *', run: (ctx) => ensurePartitions(ctx) };
