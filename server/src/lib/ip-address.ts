/** The four 32-bit words of an IPv6 address, most significant first. */
export type Ipv6Words = readonly [number, number, number, number];

type Ipv4Address = { readonly version: 4; readonly value: number };
type Ipv6Address = { readonly version: 6; readonly words: Ipv6Words };

/** An address as numbers. IPv4-mapped IPv6 (`::ffff:192.0.2.1`) is IPv4. */
export type IpAddress = Ipv4Address | Ipv6Address;

const zero = 48;
const nine = 57;
const dot = 46;
const colon = 58;

/** Parses an address in any usual notation; null if it is invalid. */
export function parseIpAddress(text: string): IpAddress | null {
  if (text.indexOf(':') < 0) {
    const value = parseIpv4(text);
    return value < 0 ? null : { version: 4, value };
  }
  const words = parseIpv6(stripBracketsAndZone(text));
  if (words === null) return null;
  const [first, second, third, fourth] = words;
  if (first === 0 && second === 0 && third === 0xffff) return { version: 4, value: fourth };
  return { version: 6, words };
}

/** Returns the canonical notation for comparing and storing: RFC 5952, IPv4-mapped IPv6 as IPv4. Null if the text is not an address. */
export function normalizeIpAddress(text: string): string | null {
  const address = parseIpAddress(text);
  if (address === null) return null;
  return address.version === 4 && text.indexOf(':') < 0 ? text : formatIpAddress(address);
}

export function formatIpAddress(address: IpAddress): string {
  return address.version === 4 ? formatIpv4(address.value) : formatIpv6(address.words);
}

/** Parses four decimal numbers; returns -1 if they are invalid. Leading zeros are rejected, because some systems read them as octal. */
function parseIpv4(text: string): number {
  if (text.length < 7 || text.length > 15) return -1;
  let value = 0;
  let part = 0;
  let digits = 0;
  let dots = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === dot) {
      if (digits === 0 || dots === 3) return -1;
      value = value * 256 + part;
      dots++;
      part = 0;
      digits = 0;
    } else if (code >= zero && code <= nine) {
      if (digits > 0 && part === 0) return -1;
      part = part * 10 + (code - zero);
      digits++;
      if (part > 255) return -1;
    } else return -1;
  }
  return dots === 3 && digits > 0 ? value * 256 + part : -1;
}

function stripBracketsAndZone(text: string): string {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const zone = bare.indexOf('%');
  return zone > 0 ? bare.slice(0, zone) : bare;
}

function parseIpv6(text: string): Ipv6Words | null {
  if (text.length < 2 || text.length > 45) return null;
  const groups: number[] = [];
  let gapAt = -1;
  let index = 0;
  if (text.charCodeAt(0) === colon) {
    if (text.charCodeAt(1) !== colon) return null;
    gapAt = 0;
    index = 2;
  }
  while (index < text.length) {
    if (groups.length === 8) return null;
    const start = index;
    let group = 0;
    while (index < text.length) {
      const digit = hexDigit(text.charCodeAt(index));
      if (digit < 0) break;
      group = group * 16 + digit;
      index++;
    }
    if (text.charCodeAt(index) === dot) {
      const embedded = parseIpv4(text.slice(start));
      if (embedded < 0 || groups.length > 6) return null;
      groups.push(embedded >>> 16, embedded & 0xffff);
      break;
    }
    if (index === start || index - start > 4) return null;
    groups.push(group);
    if (index === text.length) break;
    if (text.charCodeAt(index) !== colon) return null;
    index++;
    if (index === text.length) return null;
    if (text.charCodeAt(index) === colon) {
      if (gapAt >= 0) return null;
      gapAt = groups.length;
      index++;
    }
  }
  return wordsOfGroups(groups, gapAt);
}

function wordsOfGroups(groups: number[], gapAt: number): Ipv6Words | null {
  if (gapAt < 0 ? groups.length !== 8 : groups.length > 7) return null;
  const missing = 8 - groups.length;
  const group = (position: number): number => {
    if (gapAt < 0 || position < gapAt) return groups[position] ?? 0;
    return position < gapAt + missing ? 0 : (groups[position - missing] ?? 0);
  };
  const word = (position: number): number => group(position) * 65536 + group(position + 1);
  return [word(0), word(2), word(4), word(6)];
}

function hexDigit(code: number): number {
  if (code >= zero && code <= nine) return code - zero;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

function formatIpv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/** Formats as in RFC 5952: in lower case, with the longest run of two or more zero groups shortened. */
function formatIpv6(words: Ipv6Words): string {
  const groups = words.flatMap((word) => [word >>> 16, word & 0xffff]);
  let bestStart = -1;
  let bestLength = 1;
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > bestLength) {
      bestStart = start;
      bestLength = length;
    }
  }
  const text = (from: number, to: number) =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(':');
  return bestStart < 0 ? text(0, 8) : `${text(0, bestStart)}::${text(bestStart + bestLength, 8)}`;
}

/** Returns the four 32-bit words of an IPv6 address given as a number. */
export function ipv6WordsOf(value: bigint): Ipv6Words {
  const word = (shift: bigint) => Number((value >> shift) & 0xffffffffn);
  return [word(96n), word(64n), word(32n), word(0n)];
}

/** Returns an address as one number. */
export function addressNumber(address: IpAddress): bigint {
  return address.version === 4 ? BigInt(address.value) : address.words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}
