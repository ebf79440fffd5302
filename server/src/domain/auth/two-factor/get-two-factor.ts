import type { Context } from '../../context.ts';

type TwoFactorState = { isOn: boolean; since: Date | null; recoveryCodesLeft: number };

export async function getTwoFactor(ctx: Context, userId: string): Promise<TwoFactorState> {
  const since = (await ctx.db.selectFrom('two_factor').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst())
    ?.confirmed_at;
  if (!since) return { isOn: false, since: null, recoveryCodesLeft: 0 };
  const codes = await ctx.db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', userId).execute();
  return { isOn: true, since, recoveryCodesLeft: codes.length };
}
