import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { required } from '../../lib/required.ts';
import { Problem } from '../problem.ts';

type SubjectKind = 'visitor' | 'email' | 'address';

/** The person whose data is searched. */
export type Subject = {
  kind: SubjectKind;
  /** In the normalized form in which it is stored. */
  value: string;
  /** Regular expression for JavaScript and PostgreSQL that finds the value in texts; null if the value is too short to be distinctive. */
  pattern: string | null;
  ignoresCase: boolean;
};

const minSearchedLength = 8;

/** Requires exactly one of a visitor id, an e-mail address and an IP address. */
export function subjectOf(input: { visitor?: string; email?: string; address?: string }): Subject {
  const { visitor, email, address } = input;
  if ([visitor, email, address].filter((one) => one !== undefined).length !== 1) {
    throw new Problem('invalid_input', 'Specify exactly one of --visitor, --email and --address.');
  }
  if (visitor !== undefined) return visitorSubject(visitor.trim());
  return email !== undefined ? emailSubject(email.trim().toLowerCase()) : addressSubject(required(address).trim());
}

function visitorSubject(value: string): Subject {
  if (value === '' || value.length > 64) throw new Problem('invalid_input', 'The id of a visitor must have 1 to 64 characters.');
  const pattern = value.length < minSearchedLength ? null : `${notAfter('A-Za-z0-9_-')}${encodable(value)}(?![A-Za-z0-9_-])`;
  return { kind: 'visitor', value, pattern, ignoresCase: false };
}

function emailSubject(value: string): Subject {
  if (!/^[^\s@"]+@[^\s@".]+\.[^\s@"]+$/.test(value))
    throw new Problem('invalid_input', `${JSON.stringify(value)} is not an e-mail address.`);
  const pattern = `${notAfter('A-Za-z0-9._+-')}${encodable(value)}(?![A-Za-z0-9-]|\\.[A-Za-z0-9])`;
  return { kind: 'email', value, pattern, ignoresCase: true };
}

function addressSubject(text: string): Subject {
  const parsed = parseIpAddress(text);
  if (parsed === null) throw new Problem('invalid_input', `${JSON.stringify(text)} is not an IPv4 or IPv6 address.`);
  const value = formatIpAddress(parsed);
  const pattern =
    parsed.version === 4
      ? `${notAfter('0-9.')}${encodable(value)}(?![0-9]|\\.[0-9])`
      : `${notAfter('0-9A-Fa-f:')}${encodable(value)}(?![0-9A-Fa-f:])`;
  return { kind: 'address', value, pattern, ignoresCase: true };
}

/** The characters may precede the value if they end an escape: a line break is `\n` in JSON and `%0A` in a URL. */
function notAfter(characters: string): string {
  return `(?:(?<![${characters}])|(?<=%[0-9A-Fa-f]{2}|\\\\[bfnrt]|\\\\u[0-9A-Fa-f]{4}))`;
}

/** In URLs, characters such as @ and + can be percent-encoded. */
function encodable(value: string): string {
  return [...value]
    .map((character) => {
      if (/[A-Za-z0-9_~]/.test(character)) return character;
      const encoded = [...Buffer.from(character)].map((byte) => `%${hexPattern(byte)}`).join('');
      return `(?:${escapePattern(character)}|${encoded})`;
    })
    .join('');
}

/** The hexadecimal digits of a byte in either case. */
function hexPattern(byte: number): string {
  return byte
    .toString(16)
    .padStart(2, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

export function regExpOf({ pattern, ignoresCase }: Subject): RegExp | null {
  return pattern === null ? null : new RegExp(pattern, ignoresCase ? 'gi' : 'g');
}

/** Matches UTF-8 text that was read as Latin-1, so that each byte is one character. */
export function bytesRegExpOf(subject: Subject): RegExp | null {
  const pattern = subject.pattern && Buffer.from(subject.pattern).toString('latin1');
  return regExpOf({ ...subject, pattern });
}
