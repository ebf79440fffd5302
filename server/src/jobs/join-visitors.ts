import { joinVisitorsJob as name } from '../domain/ingestion/join-consented-visitors.ts';
import { type Consented, joinVisitors } from '../domain/reattribution/join-visitors.ts';
import type { Job } from './index.ts';

export const joinVisitorsJob: Job = { name, run: (ctx, payload) => joinVisitors(ctx, payload as Consented) };
