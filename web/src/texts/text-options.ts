import { type TextKey, t } from './t.ts';

/** The options of a select in the reader's language. */
export function textOptions<Value extends string>(options: readonly (readonly [Value, TextKey])[]): (readonly [Value, string])[] {
  return options.map(([value, text]) => [value, t(text)] as const);
}
