import { CancellableWork } from './cancellable-work.ts';

type TimeLimit = {
  timeoutMs: number;
  timeoutError: () => Error;
  /** Whether to cancel the database queries of the work; true by default. */
  cancelQueries?: boolean;
};

/** Runs the work, and fails if it takes longer than the time limit. */
export async function withTimeout<Result>(
  { timeoutMs, timeoutError, cancelQueries = true }: TimeLimit,
  run: () => Promise<Result>,
): Promise<Result> {
  const work = new CancellableWork();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(timeoutError());
      work.cancel();
    }, timeoutMs);
  });
  try {
    return await Promise.race([cancelQueries ? work.run(run) : run(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
