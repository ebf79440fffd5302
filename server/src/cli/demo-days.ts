import { InvalidArgumentError } from 'commander';
import { days } from '../demo/cast.ts';

export function demoDays(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > days)
    throw new InvalidArgumentError(`The number of demo days must be from 1 to ${days}, not "${text}".`);
  return count;
}
