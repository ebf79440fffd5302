import type { CompanyReference } from './company-reference.ts';

export type DirectoryRow = { id: string; name: string; domain: string | null; network_name: string | null; country_code: string | null };

/** A company of the directory as evidence names it, with the key under which other evidence names the same one. */
export function directoryReference({ id, name, domain, network_name, country_code }: DirectoryRow): CompanyReference {
  return { key: domain === null ? (network_name ?? `id:${id}`) : `domain:${domain}`, domain, name, countryCode: country_code };
}
