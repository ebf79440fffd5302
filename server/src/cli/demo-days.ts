import { InvalidArgumentError } from 'commander';
import { maxDemoDays } from '../demo/demo-visitors.ts';

export function parseDemoDays(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > maxDemoDays)
    throw new InvalidArgumentError(`The number of demo days must be from 1 to ${maxDemoDays}, not "${text}".`);
  return count;
}
