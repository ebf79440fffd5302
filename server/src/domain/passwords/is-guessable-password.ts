import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/**
 * Passwords with a lower score take fewer than a million guesses: common passwords, keyboard rows, sequences, dates, repetitions and
 * simple variations of them.
 */
const minScore = 2;

let estimator: Promise<ZxcvbnFactory> | null = null;

/** True if an attacker who knows the user's personal data would need few guesses. */
export async function isGuessablePassword(password: string, personalData: string[]): Promise<boolean> {
  estimator ??= openEstimator();
  const parts = personalData.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((part) => part.length > 2);
  return (await estimator).check(password, ['leadlight', ...parts]).score < minScore;
}

/** Loaded on first use, because most commands and processes never set a password. */
async function openEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  // The running time of zxcvbn is quadratic in the length, and anything after 64 characters only makes a password stronger.
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 });
}
