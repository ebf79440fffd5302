import { cachedFormatter } from '../lib/formatters.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import type { texts as first } from './en.ts';
import type { texts as dashboard } from './en-dashboard.ts';
import type { texts as settings } from './en-settings.ts';
import { currentLocale, currentTexts } from './language.ts';

/** A translated text (i18n) with one form for each plural category of English and German. */
export type Plural = { one: string; other: string };
type English = typeof first & typeof dashboard & typeof settings;
type AnyKey = keyof English;
/** The texts that every language must provide. */
export type Texts = { [Key in AnyKey]: English[Key] extends string ? string : Plural };
export type FirstTexts = Pick<Texts, keyof typeof first>;
export type DashboardTexts = Pick<Texts, keyof typeof dashboard>;
export type SettingsTexts = Pick<Texts, keyof typeof settings>;

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type NamesIn<Text> = Text extends string ? Placeholders<Text> : Text extends Plural ? Placeholders<Text['other']> | 'count' : never;
/** The names of the placeholders of a string. */
export type ValueNames<Key extends AnyKey> = NamesIn<English[Key]>;
type ValuesArgument<Key extends AnyKey> = [ValueNames<Key>] extends [never] ? [] : [values: Record<ValueNames<Key>, string | number>];

/** The key of a string without placeholders. */
export type TextKey = { [Key in AnyKey]: [ValueNames<Key>] extends [never] ? Key : never }[AnyKey];
export type { AnyKey };

/** The text of a key in the reader's language, with its placeholders filled in. Numbers are formatted for the reader's locale. */
export function t<Key extends AnyKey>(key: Key, ...[values]: ValuesArgument<Key>): string {
  return partsOf(key, (values ?? {}) as Record<string, string | number>).join('');
}

/** The text of a code that the server sends, or `otherwise` if the catalog has none. */
export function tCode(prefix: string, code: string, otherwise: string): string {
  const key = `${prefix}.${code}`;
  return isKeyOf(currentTexts(), key) ? partsOf(key, {}).join('') : otherwise;
}

/** Splits a string into its fixed parts and the values between them. */
export function partsOf<Value>(key: AnyKey, values: Record<string, Value>): (string | Value)[] {
  const text = currentTexts()[key];
  const pattern = typeof text === 'string' ? text : text[pluralForm(Number(values.count))];
  return pattern.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const value = values[part] as Value;
    return typeof value === 'number' ? numbers().format(value) : value;
  });
}

function numbers(): Intl.NumberFormat {
  const locale = currentLocale();
  return cachedFormatter(`numbers in texts ${locale}`, () => new Intl.NumberFormat(locale));
}

function pluralForm(count: number): keyof Plural {
  const locale = currentLocale();
  const rules = cachedFormatter(`plural rules ${locale}`, () => new Intl.PluralRules(locale));
  return rules.select(count) === 'one' ? 'one' : 'other';
}
