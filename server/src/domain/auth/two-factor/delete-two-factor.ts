import type { Database } from '../../../db/connect.ts';

export async function deleteTwoFactor(trx: Database, userId: string): Promise<void> {
  for (const table of ['two_factor', 'recovery_codes', 'sign_in_challenges'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}
