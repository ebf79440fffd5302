/**
 * Parses `192.0.2.0 - 192.0.2.255`, also with leading zeros as in ARIN's XML. Ignores spaces. Returns null if the text is not an IPv4
 * range. Faster than `parseIpRange`.
 */
export function parseIpv4Range(text: string): { version: 4; first: number; last: number } | null {
  const dash = text.indexOf('-');
  if (dash < 0) return null;
  const first = parse(text, 0, dash);
  const last = parse(text, dash + 1, text.length);
  return first < 0 || last < first ? null : { version: 4, first, last };
}

function parse(text: string, from: number, to: number): number {
  let value = 0;
  let part = -1;
  let parts = 0;
  for (let index = from; index < to; index++) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) {
      part = (part < 0 ? 0 : part * 10) + (code - 48);
      if (part > 255) return -1;
    } else if (code === 46) {
      if (part < 0 || parts === 3) return -1;
      value = value * 256 + part;
      part = -1;
      parts++;
    } else if (code !== 32) return -1;
  }
  return parts === 3 && part >= 0 ? value * 256 + part : -1;
}
