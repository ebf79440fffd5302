import type { AutonomousSystem } from '../identification/network-directory.ts';
import { looksLikeDomain, type SeedOrganization } from '../identification/organization-table.ts';

export type SeedIndustry = { code: string; name: string; parentCode: string | null; nace: string[]; wz: string[] };
export type Seed = {
  /** Changes with the contents; a version that is already loaded is skipped. */
  version: string;
  read(): { companies: SeedOrganization[]; industries: SeedIndustry[] };
  /** Returns a lookup of the registered holders of networks, for companies that earlier versions stored only by the name of the holder. */
  openHolders(): Promise<(asn: number) => Pick<AutonomousSystem, 'organization' | 'countryCode'> | null>;
};

/** Converts an organization to directory columns. */
export function seedFacts({ name, kind, domain, aliases, countryCode, city, industry, employeeRange }: SeedOrganization) {
  return {
    name,
    kind,
    origin: 'seed',
    domain,
    url: domain === null ? null : `https://${domain}`,
    alternative_names: aliases.filter((alias) => !looksLikeDomain(alias)),
    city,
    country_code: countryCode,
    industry_codes: industry === null ? [] : [industry],
    employee_range: employeeRange,
  };
}
