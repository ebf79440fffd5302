import { t } from '../texts/t.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether to show shortcuts: not on phones and tablets. */
export const hasKeyboard = !matchMedia('(hover: none) and (pointer: coarse)').matches;

/** The keys that open the command palette, as they are labelled in the reader's country. */
export function paletteKey(): string {
  return isApple ? '⌘ K' : t('shell.controlKey', { key: 'K' });
}
