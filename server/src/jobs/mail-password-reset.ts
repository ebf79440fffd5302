import { mailPasswordReset } from '../domain/auth/mail-password-reset.ts';
import type { Job } from './index.ts';

/** Apart from the other jobs, because it waits for a mail server. */
export const mailPasswordResetJob: Job = {
  name: 'mail-password-reset',
  apart: 2,
  run: (ctx, { email }) => mailPasswordReset(ctx, String(email)),
};
