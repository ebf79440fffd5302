import { tmpdir } from 'node:os';
import type { Connection } from '../server/src/db/connect.ts';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import { plainContext } from '../tests/kit/plain-context.ts';

type BenchAccount = { accountId: string; scriptHash: string };

/** Creates an account that receives the events. */
export async function newAccount({ db }: Connection): Promise<BenchAccount> {
  const { id } = await createAccount(plainContext(db, tmpdir()), { name: 'Bench', plan: 'premium', timezone: 'Europe/Helsinki' });
  const script = await db.selectFrom('tracking_scripts').select('script_hash').where('account_id', '=', id).executeTakeFirstOrThrow();
  return { accountId: id, scriptHash: script.script_hash };
}
