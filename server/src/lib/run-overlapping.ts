import { setImmediate } from 'node:timers/promises';

/**
 * Starts each statement of a transaction without waiting for the one before, so that the database runs one while the next is built.
 * Returns when all have ended, and throws the first error: the database refuses every statement after it.
 */
export async function runOverlapping(statements: readonly (() => Promise<unknown>)[]): Promise<void> {
  const running: Promise<unknown>[] = [];
  const errors: unknown[] = [];
  for (const start of statements) {
    running.push(start().catch((error: unknown) => errors.push(error)));
    // Until the next turn of the event loop the statement is not sent.
    await setImmediate();
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
}
