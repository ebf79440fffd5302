import { tmpdir } from 'node:os';
import { pino } from 'pino';
import type { Connection } from '../server/src/db/connect.ts';
import { createIds } from '../server/src/db/ids.ts';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import { fileStore } from '../server/src/providers/file-store.ts';
import { jobQueue } from '../server/src/providers/job-queue.ts';

type BenchAccount = { accountId: string; scriptHash: string };

/** Creates an account that receives the events. */
export async function newAccount({ db }: Connection): Promise<BenchAccount> {
  const ctx = {
    db,
    clock: { now: () => new Date() },
    ids: createIds(Date.now),
    jobs: jobQueue,
    files: fileStore(tmpdir()),
    log: pino({ level: 'silent' }),
  };
  const { id } = await createAccount(ctx, { name: 'Bench', plan: 'premium', timezone: 'Europe/Helsinki' });
  const script = await db.selectFrom('tracking_scripts').select('script_hash').where('account_id', '=', id).executeTakeFirstOrThrow();
  return { accountId: id, scriptHash: script.script_hash };
}
