import type { CompanyReference } from './company-reference.ts';

export type DirectoryRow = {
  id: string;
  name: string;
  domain: string | null;
  network_name: string | null;
  country_code: string | null;
  /** All domains that lead to the company. */
  domains: string[];
};

/** A company of the directory as evidence names it, with the keys under which other evidence names the same one. */
export function directoryReference({ id, name, domain, network_name, country_code, domains }: DirectoryRow): CompanyReference {
  const key = domain === null ? (network_name ?? `id:${id}`) : `domain:${domain}`;
  return { key, domain, name, countryCode: country_code, otherKeys: domains.map((one) => `domain:${one}`) };
}
