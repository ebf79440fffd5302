import { countryName } from '../../lib/country-name.ts';
import { entriesOf } from '../../lib/entries-of.ts';
import { normalizeIpRange } from '../../lib/ip-range.ts';
import { Problem } from '../problem.ts';
import type { DataProcessing } from './data-processing.ts';

type Lists = Pick<DataProcessing, 'excluded_ips' | 'excluded_countries' | 'hostnames' | 'excluded_paths'>;

/** By list: `read` normalizes an entry, or returns null if it is invalid; `rule` describes valid entries. */
const readers: { [Name in keyof Lists]: { read(entry: string): string | null; rule: string } } = {
  excluded_ips: {
    read: normalizeIpRange,
    rule: 'an address, a block such as 192.0.2.0/24, or a range such as 192.0.2.1-192.0.2.9',
  },
  excluded_countries: {
    read: (entry) => (countryName(entry.toUpperCase()) === null ? null : entry.toUpperCase()),
    rule: 'a country code of two letters',
  },
  hostnames: { read: readHostname, rule: 'a hostname such as www.example.com, without scheme, port and path' },
  excluded_paths: { read: readPath, rule: 'a path that starts with a slash and may end with a star' },
};

/** Normalizes the lists of a change for the pipeline and rejects invalid entries. */
export function checkProcessing(change: Partial<DataProcessing>): Partial<DataProcessing> {
  const checked = { ...change };
  for (const [name, { read, rule }] of entriesOf(readers)) {
    const entries = change[name];
    if (entries === undefined) continue;
    const clean = entries.map((entry, index) => {
      const value = read(entry);
      if (value !== null) return value;
      const attribute = `${name}/${index}`;
      throw new Problem('invalid_input', { title: `${JSON.stringify(entry)} in ${name} is not ${rule}.`, attribute, parameter: name });
    });
    checked[name] = [...new Set(clean)];
  }
  return checked;
}

/** Normalizes a hostname to the form that browsers send (lower case, punycode). Subdomains are always included, so `*.` is removed. */
function readHostname(entry: string): string | null {
  const bare = entry.trim().replace(/^\*\./, '');
  if (!/^[\p{L}\p{N}.-]+$/u.test(bare) || !URL.canParse(`http://${bare}/`)) return null;
  const hostname = new URL(`http://${bare}/`).hostname.replace(/\.$/, '');
  return hostname.split('.').includes('') ? null : hostname;
}

/** Normalizes a path to the form that browsers send, such as `/%C3%BCber-uns` for `/über-uns`. */
function readPath(entry: string): string | null {
  return /^\/[^\s*?#]*\*?$/.test(entry) ? new URL(`http://localhost${entry}`).pathname : null;
}
