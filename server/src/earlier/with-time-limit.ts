import { CancellableWork } from '../lib/cancellable-work.ts';

/** The one internal error with details: a shorter interval may succeed. */
export class TimeLimitExceeded extends Error {}

/** Aborts a request that takes too long and cancels its database queries. */
export async function withTimeLimit<Result>(timeoutMs: number, run: () => Promise<Result>): Promise<Result> {
  const work = new CancellableWork();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TimeLimitExceeded('The request took too long: ask for fewer days, or for an export'));
      work.cancel();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work.run(run), late]);
  } finally {
    clearTimeout(timer);
  }
}
