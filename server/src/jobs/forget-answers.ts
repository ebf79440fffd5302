import { forgetAnswers } from '../domain/idempotency-keys.ts';
import type { Job } from './index.ts';

export const forgetAnswersJob: Job = { name: 'forget-answers', schedule: '41 * * * *', run: (ctx) => forgetAnswers(ctx) };
