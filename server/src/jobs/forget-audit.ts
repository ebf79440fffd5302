import { forgetAudit } from '../domain/audit/forget-audit.ts';
import type { Job } from './index.ts';

export const forgetAuditJob: Job = { name: 'forget-audit', schedule: '29 4 * * *', run: (ctx) => forgetAudit(ctx) };
