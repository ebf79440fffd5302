/** Summaries of the terms of use of registry data, with links. */
export const registryTerms: Record<string, { name: string; terms: string; url: string }> = {
  RIPE: {
    name: 'RIPE Database',
    terms:
      'The data may be used for agreed purposes of network operation only. Using them for advertising, direct marketing or market research is forbidden, and so is passing on personal data.',
    url: 'https://www.ripe.net/manage-ips-and-asns/db/support/documentation/terms',
  },
  APNIC: {
    name: 'APNIC Whois Database',
    terms: 'Copies need the consent of APNIC. The data must not be used for unsolicited advertising or direct marketing.',
    url: 'https://www.apnic.net/about-apnic/whois_search/bulk-access/copyright/',
  },
  AFRINIC: {
    name: 'AFRINIC Whois Database',
    terms: 'Bulk data are provided under an agreement. They must not be used for advertising, direct marketing or market research.',
    url: 'https://afrinic.net/support/whois/bulk',
  },
  ARIN: {
    name: 'ARIN bulk Whois data',
    terms:
      'Bulk data are provided under a signed agreement for purposes of Internet operation and research. They must not be used for advertising, direct marketing or similar purposes.',
    url: 'https://www.arin.net/reference/research/bulkwhois/',
  },
  NRO: {
    name: 'delegated-extended statistics',
    terms: 'The statistics are free to use. They name no organizations.',
    url: 'https://www.nro.net/about/rirs/statistics/',
  },
};
