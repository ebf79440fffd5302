import { CancellableWork } from '../lib/cancellable-work.ts';

/** The only detail of an internal error that helps the client: a smaller interval may do. */
export class TookTooLong extends Error {}

/** Gives a request up when it takes too long, and cancels what it still does in the database. */
export async function withinTime<Result>(timeoutMs: number, run: () => Promise<Result>): Promise<Result> {
  const work = new CancellableWork();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TookTooLong('The request took too long: ask for fewer days, or for an export'));
      work.cancel();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work.run(run), late]);
  } finally {
    clearTimeout(timer);
  }
}
