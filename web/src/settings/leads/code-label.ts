import { tCode } from '../../texts/t.ts';

/** The display name of a department or a level. */
export function codeLabel(code: string): string {
  const text = code.replace(/_department$/, '').replaceAll('_', ' ');
  return tCode('contactCode', code, text.charAt(0).toUpperCase() + text.slice(1));
}
