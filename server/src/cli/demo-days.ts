import { InvalidArgumentError } from 'commander';
import { days } from '../demo/cast.ts';

/** Reads how many days of made-up past somebody wants. */
export function demoDays(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > days)
    throw new InvalidArgumentError(`The past of the demo is 1 to ${days} days long, not "${text}".`);
  return count;
}
