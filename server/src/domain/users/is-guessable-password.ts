import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Below a million guesses: common passwords, keyboard rows, sequences, dates, repetitions, and simple changes of them. */
const leastScore = 2;

let estimator: Promise<ZxcvbnFactory> | null = null;

/** Whether a password is among the first that somebody would try who knows what `about` says of the user. */
export async function isGuessablePassword(password: string, about: string[]): Promise<boolean> {
  estimator ??= openEstimator();
  const parts = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((part) => part.length > 2);
  return (await estimator).check(password, ['leadlight', ...parts]).score < leastScore;
}

/** Loaded with the first password: most commands and processes never set one. */
async function openEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  // The time grows with the square of the length; what follows the first 64 characters only makes a password stronger.
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 });
}
