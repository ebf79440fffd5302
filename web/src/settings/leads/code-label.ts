import { tCode } from '../../texts/t.ts';

/** The display name of a department or a level. */
export function codeLabel(code: string): string {
  const words = code.replace(/_department$/, '').replaceAll('_', ' ');
  return tCode('contactCode', code, words.charAt(0).toUpperCase() + words.slice(1));
}
