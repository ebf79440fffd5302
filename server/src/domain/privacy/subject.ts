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
  const pattern = value.length < minSearchedLength ? null : `(?<![A-Za-z0-9_-])${escapePattern(value)}(?![A-Za-z0-9_-])`;
  return { kind: 'visitor', value, pattern, ignoresCase: false };
}

function emailSubject(value: string): Subject {
  if (!/^[^\s@"]+@[^\s@".]+\.[^\s@"]+$/.test(value))
    throw new Problem('invalid_input', `${JSON.stringify(value)} is not an e-mail address.`);
  const [local = '', host = ''] = value.split('@');
  // In URLs, @ is often encoded as %40, and a percent-encoded character may precede the e-mail address.
  const begin = '(?:(?<![A-Za-z0-9._+-])|(?<=%[0-9A-Fa-f][0-9A-Fa-f]))';
  return {
    kind: 'email',
    value,
    pattern: `${begin}${escapePattern(local)}(?:@|%40)${escapePattern(host)}(?![A-Za-z0-9-]|\\.[A-Za-z0-9])`,
    ignoresCase: true,
  };
}

function addressSubject(text: string): Subject {
  const parsed = parseIpAddress(text);
  if (parsed === null) throw new Problem('invalid_input', `${JSON.stringify(text)} is not an IPv4 or IPv6 address.`);
  const value = formatIpAddress(parsed);
  const pattern =
    parsed.version === 4
      ? `(?<![0-9.])${escapePattern(value)}(?![0-9]|\\.[0-9])`
      : `(?<![0-9A-Fa-f:])${escapePattern(value)}(?![0-9A-Fa-f:])`;
  return { kind: 'address', value, pattern, ignoresCase: true };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

export function regExpOf({ pattern, ignoresCase }: Subject): RegExp | null {
  return pattern === null ? null : new RegExp(pattern, ignoresCase ? 'gi' : 'g');
}
