import { CancellableWork } from '../lib/cancellable-work.ts';
import { ApiError } from './api-error.ts';

/** Fails with 504 `server_timeout` after the time limit, and cancels the request's database queries if `cancelQueries` is set. */
export async function withTimeLimit<Result>(timeoutMs: number, cancelQueries: boolean, run: () => Promise<Result>): Promise<Result> {
  const work = new CancellableWork();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiError(504, { code: 'server_timeout', title: 'The request took too long and was given up.' }));
      work.cancel();
    }, timeoutMs);
  });
  try {
    return await Promise.race([cancelQueries ? work.run(run) : run(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
