import { readFileSync } from 'node:fs';
import { type NetworkKind, networkKinds } from '../../domain/identification/network-kind.ts';
import type { ReviewedNetwork, SeedOrganization } from '../../domain/identification/organization-directory.ts';
import { parseCsv } from '../../lib/csv.ts';

const folder = new URL('../../../data/', import.meta.url);

/** The organisations that come with Leadlight. They are ours, so a fault in them stops the start instead of being skipped. */
export function readSeedOrganizations(): SeedOrganization[] {
  return rowsOf('organizations.csv').map(({ line, field }) => ({
    name: field('name') ?? fail('organizations.csv', line, 'has no name'),
    domain: field('domain'),
    countryCode: field('country_code'),
    industry: field('industry'),
    employeeRange: field('employee_range'),
    kind: kindOf(field('kind'), 'organizations.csv', line),
    asns: (field('asns') ?? '').split(' ').filter(Boolean).map(Number),
    aliases: (field('aliases') ?? '').split('|').filter(Boolean),
  }));
}

export function readReviewedNetworks(): ReviewedNetwork[] {
  return rowsOf('network-kinds.csv').map(({ line, field }) => ({
    asn: Number(field('asn')),
    kind: kindOf(field('kind'), 'network-kinds.csv', line),
    name: field('name'),
  }));
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

function rowsOf(fileName: string): Row[] {
  const [header, ...records] = parseCsv(readFileSync(new URL(fileName, folder), 'utf8'));
  const columns = new Map(header?.values.map((name, index) => [name, index]));
  return records.map(({ line, values }) => ({ line, field: (name) => values[columns.get(name) ?? -1]?.trim() || null }));
}

function kindOf(text: string | null, fileName: string, line: number): NetworkKind {
  return networkKinds.find((kind) => kind === text) ?? fail(fileName, line, `has the unknown kind "${text}"`);
}

function fail(fileName: string, line: number, what: string): never {
  throw new Error(`server/data/${fileName}, line ${line}: ${what}`);
}
