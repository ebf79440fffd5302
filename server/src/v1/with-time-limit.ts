import { CancellableWork } from '../lib/cancellable-work.ts';
import { Refusal } from './refusal.ts';

/** A request that exceeds its time limit fails with 504 `server_timeout`, and its database queries are cancelled. */
export async function withTimeLimit<Result>(timeoutMs: number, cancels: boolean, run: () => Promise<Result>): Promise<Result> {
  const work = new CancellableWork();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Refusal(504, { code: 'server_timeout', title: 'The request took too long and was given up.' }));
      work.cancel();
    }, timeoutMs);
  });
  try {
    return await Promise.race([cancels ? work.run(run) : run(), late]);
  } finally {
    clearTimeout(timer);
  }
}
