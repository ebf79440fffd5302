import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { getTwoFactor } from './get-two-factor.ts';

export async function requireTwoFactor(ctx: Context, userId: string): Promise<void> {
  if (!(await getTwoFactor(ctx, userId)).isOn) throw new Problem('conflict', 'Two-factor authentication is off.');
}
