import { sourceName } from '../lib/format.ts';
import { splitSource } from './lead-links.ts';

/** A source of the dashboard in the reader's words. */
export function nameOfSource(name: string): string {
  const { source, medium } = splitSource(name);
  return sourceName(source, medium);
}
