/** One variable of the environment. `read` answers the value, or throws a Mistake that says what is allowed. */
export type Setting<Value = unknown> = {
  variable: string;
  default: string;
  allowed: string;
  meaning: string;
  secret?: boolean;
  read(text: string): Value;
};

/** What was given is not allowed. */
export class Mistake extends Error {}

export function wholeNumber(text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) throw new Mistake();
  return value;
}

export function fraction(text: string): number {
  const value = Number(text);
  if (!/^(\d+(\.\d+)?|\.\d+)$/.test(text) || value > 1) throw new Mistake();
  return value;
}

export function matching(text: string, pattern: RegExp): string {
  if (!pattern.test(text)) throw new Mistake();
  return text;
}

export function oneOf<const Value extends string>(text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === text.toLowerCase());
  if (found === undefined) throw new Mistake();
  return found;
}

export function urlOf(text: string, protocols: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol)) throw new Mistake();
  return text;
}
