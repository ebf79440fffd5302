import { parseIpRange } from './lib/ip-range.ts';
import { isKeyOf } from './lib/is-key-of.ts';
import { itemAt } from './lib/item-at.ts';

/** An environment variable. `read` returns the value, or throws an InvalidValue if it is not allowed. */
export type Setting<Value = unknown> = {
  variable: string;
  default: string;
  allowed: string;
  meaning: string;
  secret?: boolean;
  read(text: string): Value;
};

export class InvalidValue extends Error {}

export function wholeNumber(text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) throw new InvalidValue();
  return value;
}

export function fraction(text: string): number {
  const value = Number(text);
  if (!/^(\d+(\.\d+)?|\.\d+)$/.test(text) || value > 1) throw new InvalidValue();
  return value;
}

export function matching(text: string, pattern: RegExp): string {
  if (!pattern.test(text)) throw new InvalidValue();
  return text;
}

export function oneOf<const Value extends string>(text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === text.toLowerCase());
  if (found === undefined) throw new InvalidValue();
  return found;
}

export function urlOf(text: string, protocols: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol)) throw new InvalidValue();
  return text;
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function duration(text: string, minMs: number, maxMs: number): number {
  const [, count, unit] = /^(\d{1,6})(m|h|d)$/.exec(text) ?? [];
  if (!isKeyOf(unitMs, unit)) throw new InvalidValue();
  const value = Number(count) * unitMs[unit];
  if (value < minMs || value > maxMs) throw new InvalidValue();
  return value;
}

/**
 * Rejects a URL in which unescaped characters of the password (/ ? # %) could have ended the host or path, because error messages show the
 * parts that follow.
 */
export function databaseUrlOf(text: string): string {
  const url = new URL(urlOf(text, ['postgres:', 'postgresql:']));
  const rest = `${url.pathname.slice(1)}${url.search}${url.hash}`;
  if (url.hash !== '' || rest.includes('@') || url.pathname.lastIndexOf('/') > 0) throw new InvalidValue();
  try {
    decodeURIComponent(`${url.username}${url.password}`);
  } catch {
    throw new InvalidValue();
  }
  return text;
}

export function originOf(text: string): string {
  const url = new URL(urlOf(text, ['http:', 'https:']));
  if ((url.pathname !== '/' && url.pathname !== '') || url.search !== '' || url.hash !== '' || `${url.username}${url.password}` !== '')
    throw new InvalidValue();
  return url.origin;
}

export function proxiesOf(text: string): boolean | number | string[] {
  if (text === '' || text === 'false' || text === '0') return false;
  if (text === 'true') return true;
  if (/^\d+$/.test(text)) return wholeNumber(text, 1, 100);
  const entries = text.split(',').map((entry) => entry.trim());
  const isRange = (entry: string) => !entry.includes('-') && parseIpRange(entry) !== null;
  if (!entries.every((entry) => ['loopback', 'linklocal', 'uniquelocal'].includes(entry) || isRange(entry))) throw new InvalidValue();
  return entries;
}

export function aliasesOf(text: string): { name: string; alias: string }[] {
  if (text === '') return [];
  return text.split(',').map((pair) => {
    const parts = /^\s*([a-z][a-z0-9_]*)=([A-Za-z][A-Za-z0-9_]*)\s*$/.exec(pair);
    if (!parts) throw new InvalidValue();
    return { name: itemAt(parts, 1), alias: itemAt(parts, 2) };
  });
}
