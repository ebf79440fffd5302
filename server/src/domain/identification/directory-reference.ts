import type { CompanyReference } from './company-reference.ts';

export type DirectoryRow = {
  id: string;
  name: string;
  domain: string | null;
  network_name: string | null;
  country_code: string | null;
  /** All domains of the company. */
  domains: string[];
};

/** Converts a directory company to a reference, with the keys that other evidence may use for it. */
export function directoryReference({ id, name, domain, network_name, country_code, domains }: DirectoryRow): CompanyReference {
  const key = domain === null ? (network_name ?? `id:${id}`) : `domain:${domain}`;
  return { key, domain, name, countryCode: country_code, otherKeys: domains.map((one) => `domain:${one}`) };
}
