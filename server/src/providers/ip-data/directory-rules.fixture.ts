import { type NetworkKind, type OrganizationKind, organizationKinds } from '../../domain/identification/network-kind.ts';
import { nameKey } from '../../domain/identification/organization-name.ts';
import { looksLikeDomain, type SeedOrganization } from '../../domain/identification/organization-table.ts';
import { isProviderDomain } from '../../domain/identification/provider-domain.ts';
import { isOneOf } from '../../lib/is-one-of.ts';
import { organizationKey } from './read-seed.ts';

// Rules for the tables of networks and organizations. `server/data/directory-exceptions.csv` lists entries that break a rule, but were
// checked again and are correct.

// Country-code top-level domains that are open to everyone or shared by a group of countries.
const openTopLevels = new Set(
  'ac ag ai as bi bz cc cd co cx eu fm gd gg gl id im in io is je ky la ly me ml mn ms nu pro pw re sc sh so st su tk to tv us vc vg vu ws'.split(
    ' ',
  ),
);
const codeOfTopLevel: Record<string, string> = { uk: 'GB' };

/** Whether the domain has the country code of another country. */
export function hasForeignDomain({ domain, countryCode }: SeedOrganization): boolean {
  const top = domain?.slice(domain.lastIndexOf('.') + 1) ?? '';
  if (top.length !== 2 || openTopLevels.has(top)) return false;
  return (codeOfTopLevel[top] ?? top.toUpperCase()) !== countryCode;
}

const badNames: [string, RegExp][] = [
  ['capital after an apostrophe', /['’]S\b/],
  ['AS number or handle', /\bAS\d+\b|[-_]AS\b|\b[A-Z0-9]+-(?:RIPE|ARIN|APNIC|MNT|NET)\b/],
  ['cut or doubled', /…|\.\.\.|\s{2}|^\s|\s$/],
  ['begins with a sign', /^[^\p{L}\p{N}[]/u],
  ['ends with a sign', /[,;:\-–&/(]$/],
  ['words in capitals', /^(?=.*\p{L}{5})(?=.*\s)(?!.*\p{Ll})(?=(?:.*\p{Lu}){9})/u],
  ['letters that are not Latin', /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u],
  ['quotes', /["“”«»]/],
  [
    'legal form',
    /,? (?:Inc|LLC|L\.L\.C|Ltd|Limited|GmbH|Corp|S\.A|S\.A\.S|S\.p\.A|S\.r\.l|SpA|Srl|AG|PLC|LLP|B\.V|BV|N\.V|OOO|PJSC|JSC|OJSC|ZAO|A\/S|ApS|Oy|Oyj|AB|Pty|Pte|Sdn|Bhd|K\.K|d\.o\.o|Sp\. z o\.o|a\.s|s\.r\.o|Kft|Ltda|EIRELI)\.?$/,
  ],
  ['street address', /\b\d+\s+\p{L}+\s+(?:street|st\.|avenue|ave\.?|road|rd\.|boulevard|blvd)\b/iu],
  ['e-mail address', /@[^\s@.]+\.\S/],
];

export function badNamePatterns(name: string): string[] {
  return badNames.filter(([, pattern]) => pattern.test(name)).map(([rule]) => rule);
}

type IndustryRule = { words: RegExp; not?: RegExp; industries: string[]; kinds?: OrganizationKind[] };

const finance = [
  'banks',
  'central_banks',
  'investment_asset_management',
  'exchanges_clearing',
  'brokerage_trading',
  'payment_services',
  'leasing_consumer_credit',
  'insurance',
  'reinsurance',
  'pension_funds',
  'insurance_brokers',
  'rating_financial_data',
  'finance_insurance',
];
const health = [
  'hospitals',
  'medical_practices',
  'laboratories_diagnostics',
  'health_administration',
  'care_homes',
  'social_work',
  'health_social',
  'universities',
  'research_institutes',
];
const administration = [
  'national_government',
  'regional_government',
  'local_government',
  'parliament',
  'foreign_affairs',
  'defence',
  'justice_police',
  'tax_customs',
  'regulators',
  'social_security',
  'public_it_services',
  'public_administration',
  'international_organisations',
];
const education = [
  'universities',
  'schools',
  'vocational_adult_education',
  'research_institutes',
  'libraries_archives_museums',
  'education_research',
  'meteorology_space_agencies',
];

// What a name implies about the industry and the kind of an organization, with exceptions.
const industryRules: Record<string, IndustryRule> = {
  bank: {
    words: /\b(?:bank|banco|banque|sparkasse|volksbank|banka)\b/i,
    not: /food bank|blood|world bank|data ?bank|bank of ideas/i,
    industries: [
      ...finance,
      'international_organisations',
      'regulators',
      'data_processing',
      'software',
      'it_services',
      'real_estate',
      'postal_courier',
    ],
  },
  insurance: {
    words: /\b(?:insurance|versicherung|assurance|assurances|seguros|assicurazioni|sigorta)\b/i,
    industries: [
      ...finance,
      'regulators',
      'social_security',
      'health_administration',
      'software',
      'it_services',
      'business_associations',
      'hospitals',
    ],
  },
  university: {
    words: /\b(?:university|universität|université|universidad|universidade|universitas|università|uniwersytet|hochschule)\b/i,
    not: /press|credit union|hospital|health|medical cent|medicine|klinik|foundation|club|federal|inn|physicians|services|bank/i,
    industries: [...education, 'hospitals'],
    kinds: ['education', 'nonprofit', 'business'],
  },
  school: {
    words: /\b(?:school district|public schools|unified school|independent school)\b/i,
    industries: ['schools', 'education_research', 'vocational_adult_education'],
  },
  hospital: {
    words: /\b(?:hospital|hospitals|krankenhaus|klinikum|szpital|medical center)\b/i,
    not: /association|insurance|hospitality/i,
    industries: [...health, 'insurance', 'software', 'it_services', 'charities_foundations'],
  },
  airline: { words: /\b(?:airlines|airways)\b/i, not: /reporting/i, industries: ['airlines', 'payment_services', 'travel_agencies'] },
  airport: {
    words: /\b(?:airport|aeroporto|flughafen|lufthavn)\b/i,
    industries: [
      'airports',
      'airlines',
      'local_government',
      'public_transport',
      'hotels',
      'security_services',
      'logistics_warehousing',
      'ports',
      'rail_transport',
      'car_rental_mobility',
    ],
  },
  city: {
    words: /^(?:city of|town of|county of|village of|stadt |comune di|gmina|miasto|ayuntamiento|prefeitura)/i,
    industries: [...administration, 'municipal_utilities', 'electricity_supply', 'water_supply'],
    kinds: ['government'],
  },
  ministry: {
    words: /^(?:ministry|ministère|ministerio|ministério|ministerstvo|department of|bundesministerium)/i,
    not: /ministry of sound/i,
    industries: [...administration, ...education, ...health, 'agriculture_forestry'],
    kinds: ['government', 'education', 'nonprofit'],
  },
  law: {
    words: /\b(?:llp|law firm|attorneys|solicitors|rechtsanwälte|avocats)\b/i,
    industries: [
      'legal_services',
      'accounting_audit',
      'management_consulting',
      'other_professional',
      'business_associations',
      'investment_asset_management',
    ],
  },
  church: {
    words: /\b(?:church|diocese|archdiocese|parish)\b/i,
    not: /& dwight|schools|education|dental|insurance|parish (?:government|council|sheriff|school|library|president|assessor|clerk|public)|churchill|pension|mutual|hospital|college|publishing/i,
    industries: ['religious_organisations', 'charities_foundations', 'schools', 'associations_other', 'local_government', 'social_work'],
  },
};

/** Returns the rules by which the name of an organization contradicts its industry or kind. */
export function contradictedIndustries({ name, industry, kind }: SeedOrganization): string[] {
  if (industry === null) return [];
  return Object.entries(industryRules)
    .filter(([, rule]) => rule.words.test(name) && !rule.not?.test(name))
    .filter(([, rule]) => !rule.industries.includes(industry) || (rule.kinds !== undefined && !rule.kinds.includes(kind)))
    .map(([rule]) => rule);
}

/** Returns groups of organizations that have the same name in one country. */
export function sameNames(organizations: readonly SeedOrganization[]): string[][] {
  const byKey = new Map<string, Set<string>>();
  for (const organization of organizations) {
    for (const name of [organization.name, ...organization.aliases.filter((alias) => !looksLikeDomain(alias))]) {
      const key = `${nameKey(name)}/${organization.countryCode}`;
      byKey.set(key, (byKey.get(key) ?? new Set()).add(organizationKey(organization)));
    }
  }
  return [...byKey.values()].filter((same) => same.size > 1).map((same) => [...same].sort());
}

/** Whether no network of an organization is in the country of its headquarters. */
export function countriesDisagree({ countryCode, asns }: SeedOrganization, countryOf: (asn: number) => string | null): boolean {
  const countries = new Set(asns.map(countryOf).filter((country) => country !== null));
  return countries.size > 0 && countryCode !== null && !countries.has(countryCode);
}

export function hasProviderDomain({ domain }: SeedOrganization): boolean {
  return domain !== null && isProviderDomain(domain);
}

export function isLead(kind: NetworkKind): boolean {
  return isOneOf(organizationKinds, kind);
}
