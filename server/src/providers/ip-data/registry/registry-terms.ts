type RegistryTerms = { name: string; terms: string; url: string };

/** Summaries of the terms of use of registry data, with links, by the `source` of the objects. */
const registryTerms: Record<string, RegistryTerms> = {
  RIPE: {
    name: 'RIPE Database',
    terms:
      'The data may be used only for agreed network operation purposes. Using it for advertising, direct marketing or market research is forbidden, and so is passing on personal data.',
    url: 'https://www.ripe.net/manage-ips-and-asns/db/support/documentation/terms',
  },
  APNIC: {
    name: 'APNIC Whois Database',
    terms: 'Copies need the consent of APNIC. The data must not be used for unsolicited advertising or direct marketing.',
    url: 'https://www.apnic.net/about-apnic/whois_search/bulk-access/copyright/',
  },
  AFRINIC: {
    name: 'AFRINIC Whois Database',
    terms: 'Bulk data is provided under an agreement. It must not be used for advertising, direct marketing or market research.',
    url: 'https://afrinic.net/support/whois/bulk',
  },
  ARIN: {
    name: 'ARIN bulk Whois data',
    terms:
      'Bulk data is provided under a signed agreement for Internet operation and research. It must not be used for advertising, direct marketing or similar purposes.',
    url: 'https://www.arin.net/reference/research/bulkwhois/',
  },
  NRO: {
    name: 'delegated-extended statistics',
    terms: 'The statistics are free to use. They name no organizations.',
    url: 'https://www.nro.net/about/rirs/statistics/',
  },
};

// National registries, whose objects are in APNIC's database.
const apnicMembers = /^(KRNIC|JPNIC|TWNIC|IDNIC|CNNIC|VNNIC|IRINN)$/;

/** Returns the terms for the sources of a file. An unknown source has general terms, so that there are always terms to accept. */
export function termsOfSources(sources: readonly string[]): RegistryTerms[] {
  const terms = sources.map((source) => {
    const registry = source.split('-', 1).join();
    return registryTerms[apnicMembers.test(registry) ? 'APNIC' : registry] ?? generalTerms(source);
  });
  return terms.length === 0 ? [generalTerms(null)] : [...new Set(terms)];
}

function generalTerms(source: string | null): RegistryTerms {
  return {
    name: source === null ? 'Objects without a source' : `Source ${source}`,
    terms:
      'Leadlight does not know the terms of this source. Registries usually forbid advertising, direct marketing and market research, and often require an agreement: check the terms under which you received the file.',
    url: 'https://www.nro.net/about/rirs/',
  };
}
