import { t } from '../texts/t.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether to show shortcuts. Phones and tablets are assumed to have no keyboard. */
export const hasKeyboard = !matchMedia('(hover: none) and (pointer: coarse)').matches;

/** The keys that open the command palette, as labeled on keyboards in the reader's language. */
export function paletteKey(): string {
  return isApple ? '⌘ K' : t('shell.controlKey', { key: 'K' });
}
