/** An environment variable. `read` returns the value, or throws a Mistake if it is not allowed. */
export type Setting<Value = unknown> = {
  variable: string;
  default: string;
  allowed: string;
  meaning: string;
  secret?: boolean;
  read(text: string): Value;
};

/** An invalid value. */
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

export function duration(text: string, leastMs: number, mostMs: number): number {
  const [, count, unit] = /^(\d{1,6})(m|h|d)$/.exec(text) ?? [];
  const value = Number(count) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[(unit ?? 'm') as 'm' | 'h' | 'd'];
  if (unit === undefined || value < leastMs || value > mostMs) throw new Mistake();
  return value;
}

/** An unescaped password could be parsed as a host or database name, and would then be shown. */
export function databaseUrlOf(text: string): string {
  const url = new URL(urlOf(text, ['postgres:', 'postgresql:']));
  const rest = `${url.pathname.slice(1)}${url.search}${url.hash}`;
  if (url.hash !== '' || rest.includes('@') || url.pathname.lastIndexOf('/') > 0) throw new Mistake();
  try {
    decodeURIComponent(`${url.username}${url.password}`);
  } catch {
    throw new Mistake();
  }
  return text;
}

export function originOf(text: string): string {
  const url = new URL(urlOf(text, ['http:', 'https:']));
  if ((url.pathname !== '/' && url.pathname !== '') || url.search !== '' || url.hash !== '' || url.username !== '') throw new Mistake();
  return url.origin;
}
