import { sourceName } from '../lib/format.ts';
import { splitSource } from './lead-links.ts';

/** The name of a source of the dashboard in the reader's language. */
export function localizeSource(name: string): string {
  const { source, medium } = splitSource(name);
  return sourceName(source, medium);
}
