import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type NetworkKind, networkKinds, type OrganizationKind, organizationKinds } from '../../domain/identification/network-kind.ts';
import type { SeedOrganization } from '../../domain/identification/organization-table.ts';
import type { OwnUseWeights } from '../../domain/identification/own-use.ts';
import { firstOf } from '../../lib/first-of.ts';
import { type CsvRecord, parseCsv } from '../../lib/parse-csv.ts';

const folder = new URL('../../../data/', import.meta.url);

export type NetworkLine = {
  asn: number;
  kind: NetworkKind;
  /** The key of an organization, or the name of a provider whose registered name is unreliable. */
  organization: string | null;
  /** Hash of the registered name at the time of the review: see `registeredNameHash`. */
  nameHash: string;
};

/** The reviewed version of `@ip-location-db/asn`. */
export function readNetworksVersion(): string {
  const [head = ''] = textOf('networks.csv').split('\n', 1);
  return /^# Read: @ip-location-db\/asn (\S+)$/.exec(head)?.[1] ?? fail('networks.csv', 1, 'does not name the version that was read');
}

export function readNetworks(): NetworkLine[] {
  return rowsOf('networks.csv').map(({ line, field }) => ({
    asn: Number(field('asn')),
    kind: oneOf(networkKinds, field('kind'), 'networks.csv', line),
    organization: field('organization'),
    nameHash: field('name_hash') ?? '',
  }));
}

/** Reads the shipped organizations. An error in them is a bug, so it fails the start. */
export function readSeedOrganizations(networks = readNetworks()): SeedOrganization[] {
  const organizations = rowsOf('organizations.csv').map(
    ({ line, field }): SeedOrganization => ({
      name: field('name') ?? fail('organizations.csv', line, 'has no name'),
      domain: field('domain'),
      countryCode: field('country_code'),
      city: field('city'),
      industry: field('industry'),
      employeeRange: field('employee_range'),
      kind: oneOf(organizationKinds, field('kind'), 'organizations.csv', line) satisfies OrganizationKind,
      group: field('group'),
      aliases: (field('aliases') ?? '').split('|').filter(Boolean),
      asns: [],
    }),
  );
  const byKey = new Map(organizations.map((organization) => [organizationKey(organization), organization]));
  for (const { asn, organization } of networks) if (organization !== null) byKey.get(organization)?.asns.push(asn);
  return organizations;
}

/** The key of an organization in the table of networks. */
export function organizationKey({ name, domain, countryCode }: Pick<SeedOrganization, 'name' | 'domain' | 'countryCode'>): string {
  return domain ?? `${name}/${countryCode ?? ''}`;
}

export function seedVersion(): string {
  const hash = createHash('sha1');
  for (const name of ['organizations.csv', 'networks.csv', 'industries.csv']) hash.update(readFileSync(new URL(name, folder)));
  return hash.digest('hex');
}

/** Weights for networks that were added since the review, derived from reviewed ones. */
export function readOwnUseWeights(): OwnUseWeights {
  return new Map(rowsOf('name-weights.csv').map(({ field }) => [field('feature') ?? '', Number(field('weight'))]));
}

export function readSeedIndustries() {
  const words = (text: string | null) => (text ?? '').split(' ').filter(Boolean);
  return rowsOf('industries.csv').map(({ line, field }) => ({
    code: field('code') ?? fail('industries.csv', line, 'has no code'),
    name: field('name') ?? fail('industries.csv', line, 'has no name'),
    parentCode: field('parent_code'),
    nace: words(field('nace')),
    wz: words(field('wz')),
  }));
}

type Row = { line: number; field: (name: string) => string | null };

function textOf(fileName: string): string {
  return readFileSync(new URL(fileName, folder), 'utf8');
}

function rowsOf(fileName: string): Row[] {
  const [header, ...records] = recordsOf(textOf(fileName));
  const columns = new Map(header?.values.map((name, index) => [name, index]));
  return records.map(({ line, values }) => ({ line, field: (name) => values[columns.get(name) ?? -1]?.trim() || null }));
}

/** The shipped files have one record per line, and splitting lines without quotes is many times faster than parsing them. */
function recordsOf(text: string): CsvRecord[] {
  return text.split('\n').flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    return { line: index + 1, values: line.includes('"') ? firstOf(parseCsv(line)).values : line.split(',') };
  });
}

function oneOf<Word extends string>(words: readonly Word[], text: string | null, fileName: string, line: number): Word {
  return words.find((word) => word === text) ?? fail(fileName, line, `has the unknown kind "${text}"`);
}

function fail(fileName: string, line: number, problem: string): never {
  throw new Error(`server/data/${fileName}, line ${line}: ${problem}`);
}
