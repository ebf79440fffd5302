import type { NetworkKind } from '../../domain/identification/network-kind.ts';
import { firstOf } from '../../lib/first-of.ts';
import { parseCsv } from '../../lib/parse-csv.ts';

/** An entry of a list: a block or an AS number with its kind. */
export type ListEntry = { block: string; kind: NetworkKind } | { asn: number; kind: NetworkKind };

export type PublicList = {
  name: string;
  description: string;
  urls: string[];
  license: string;
  /** Media types that the publisher uses; anything else is an error page. */
  mediaTypes: string[];
  maxBytes: number;
  minEntries: number;
  /** Matches the link to the file if the URL is that of a web page. */
  link?: RegExp;
  read(text: string): ListEntry[];
};

const json = ['application/json', 'text/plain', 'application/octet-stream', 'binary/octet-stream'];
const text = ['text/plain', 'text/csv', 'application/octet-stream', 'binary/octet-stream'];
const megabyte = 1_000_000;

/** Lists that their publishers offer to everyone. They are downloaded only if the operator requests it. */
export const publicLists: PublicList[] = [
  {
    name: 'tor-exits',
    description: 'exits of the Tor network',
    urls: ['https://check.torproject.org/torbulkexitlist'],
    license: 'published by the Tor Project for everyone',
    mediaTypes: text,
    maxBytes: megabyte,
    minEntries: 100,
    read: (content) => blocks(lines(content), 'relay'),
  },
  {
    name: 'icloud-private-relay',
    description: 'exits of iCloud Private Relay',
    urls: ['https://mask-api.icloud.com/egress-ip-ranges.csv'],
    license: 'published by Apple for everyone',
    mediaTypes: text,
    maxBytes: 60 * megabyte,
    minEntries: 1000,
    read: (content) =>
      blocks(
        lines(content).map((line) => firstOf(line.split(',', 1))),
        'relay',
      ),
  },
  {
    name: 'aws',
    description: 'Amazon Web Services',
    urls: ['https://ip-ranges.amazonaws.com/ip-ranges.json'],
    license: 'published by Amazon for everyone',
    mediaTypes: json,
    maxBytes: 20 * megabyte,
    minEntries: 500,
    read: (content) => {
      const {
        prefixes,
        ipv6_prefixes,
      }: {
        prefixes: { ip_prefix: string }[];
        ipv6_prefixes: { ipv6_prefix: string }[];
      } = JSON.parse(content);
      return blocks([...prefixes.map((prefix) => prefix.ip_prefix), ...ipv6_prefixes.map((prefix) => prefix.ipv6_prefix)], 'hosting');
    },
  },
  {
    name: 'azure',
    description: 'Microsoft Azure',
    urls: ['https://www.microsoft.com/en-us/download/details.aspx?id=56519'],
    license: 'published by Microsoft for everyone',
    mediaTypes: [...json, 'text/html'],
    link: /https:\/\/download\.microsoft\.com\/download\/[^"'\s]{1,200}\/ServiceTags_Public_\d{1,12}\.json/,
    maxBytes: 30 * megabyte,
    minEntries: 500,
    read: (content) => {
      const { values }: { values: { properties: { addressPrefixes: string[] } }[] } = JSON.parse(content);
      return blocks([...new Set(values.flatMap(({ properties }) => properties.addressPrefixes))], 'hosting');
    },
  },
  googleList('google-cloud', 'Google Cloud', 'https://www.gstatic.com/ipranges/cloud.json', 100, 'hosting'),
  {
    name: 'oracle-cloud',
    description: 'Oracle Cloud',
    urls: ['https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json'],
    license: 'published by Oracle for everyone',
    mediaTypes: json,
    maxBytes: 10 * megabyte,
    minEntries: 100,
    read: (content) => {
      const { regions }: { regions: { cidrs: { cidr: string }[] }[] } = JSON.parse(content);
      return blocks(
        regions.flatMap(({ cidrs }) => cidrs.map(({ cidr }) => cidr)),
        'hosting',
      );
    },
  },
  {
    name: 'cloudflare',
    description: 'Cloudflare',
    urls: ['https://www.cloudflare.com/ips-v4', 'https://www.cloudflare.com/ips-v6'],
    license: 'published by Cloudflare for everyone',
    mediaTypes: text,
    maxBytes: megabyte,
    minEntries: 10,
    read: (content) => blocks(lines(content), 'cdn'),
  },
  googleList(
    'googlebot',
    "Google's crawlers",
    'https://developers.google.com/static/crawling/ipranges/common-crawlers.json',
    20,
    'crawler',
  ),
  googleList('bingbot', "Bing's crawlers", 'https://www.bing.com/toolbox/bingbot.json', 10, 'crawler'),
  {
    name: 'openasn',
    description: 'kinds of networks that were not reviewed, by OpenASN',
    urls: ['https://github.com/openasn/openasn/releases/download/latest/asn-categories.csv'],
    license: 'CC0 1.0',
    mediaTypes: text,
    maxBytes: 40 * megabyte,
    minEntries: 1000,
    read: readOpenAsn,
  },
];

/** The format of Google and Bing: `{"prefixes": [{"ipv4Prefix": …}, {"ipv6Prefix": …}]}`. */
function googleList(name: string, description: string, url: string, minEntries: number, kind: NetworkKind): PublicList {
  return {
    name,
    description,
    urls: [url],
    license: `published by ${name === 'bingbot' ? 'Microsoft' : 'Google'} for everyone`,
    mediaTypes: json,
    maxBytes: 10 * megabyte,
    minEntries,
    read: (content) => {
      const { prefixes }: { prefixes: { ipv4Prefix?: string; ipv6Prefix?: string }[] } = JSON.parse(content);
      return blocks(
        prefixes.flatMap(({ ipv4Prefix, ipv6Prefix }) => ipv4Prefix ?? ipv6Prefix ?? []),
        kind,
      );
    },
  };
}

const kindsOfFlags: Record<string, NetworkKind> = {
  vpn_provider: 'vpn',
  mobile_carrier: 'mobile',
  enterprise_gw: 'gateway',
  cdn: 'cdn',
  hosting_extra: 'hosting',
};
const kindsOfCategories: Record<string, NetworkKind> = { hosting: 'hosting', isp: 'isp' };

/** Reads `asn,org,country,category,network_role,openasn_flags`. Only kinds that cannot be leads are used. */
function readOpenAsn(content: string): ListEntry[] {
  const [header, ...rows] = parseCsv(content);
  const column = (name: RegExp, defaultIndex: number) => {
    const at = header?.values.findIndex((title) => name.test(title)) ?? -1;
    return at < 0 ? defaultIndex : at;
  };
  const [asn, category, flags] = [column(/^asn$/i, 0), column(/category/i, 3), column(/flags/i, 5)];
  return rows.flatMap(({ values }) => {
    const flag = (values[flags] ?? '').split('|').find((candidate) => kindsOfFlags[candidate] !== undefined);
    const kind = flag === undefined ? kindsOfCategories[values[category] ?? ''] : kindsOfFlags[flag];
    const number = Number(values[asn]?.replace(/^AS/i, ''));
    return kind !== undefined && Number.isInteger(number) && number > 0 ? { asn: number, kind } : [];
  });
}

function lines(content: string): string[] {
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function blocks(texts: string[], kind: NetworkKind): ListEntry[] {
  return texts.map((block) => ({ block, kind }));
}
