import { nameKeys } from '../identification/name-keys.ts';

export type MatchField =
  | 'company_name'
  | 'url'
  | 'email'
  | 'phone'
  | 'vat_id'
  | 'register_id'
  | 'country'
  | 'city'
  | 'postal_code'
  | 'street';

type ComparedFacts = {
  vatId: string | null;
  registerId: string | null;
  registerLocation: string | null;
  countryCode: string | null;
  city: string | null;
  postalCode: string | null;
  street: string | null;
};

/** The normalized input. */
export type MatchKeys = ComparedFacts & {
  name: string | null;
  domain: string | null;
  emailDomain: string | null;
  phone: string | null;
};

/** A possible match from the directory. `nameSimilarity` is the highest trigram similarity of its names. */
export type MatchCandidate = ComparedFacts & {
  names: string[];
  nameSimilarity: number;
  domains: string[];
  phones: string[];
};

type MatchScore = { score: number; matchedOn: MatchField[] };

/** Probability of a match when only this field agrees. Identifiers are nearly unique; names and phone numbers are not. */
const weights = { vatId: 0.97, registerWithCourt: 0.95, register: 0.75, url: 0.92, email: 0.85, phone: 0.6, equalName: 0.75 };
/** Minimum similarity for a name that is not equal. */
export const minSimilarity = 0.45;
const similarNameWeight = 0.65;

/**
 * Returns the probability that the candidate is the requested company, 0 to 1. Agreeing fields are combined as independent evidence;
 * contradictions (another country, another VAT id) lower the result.
 */
export function matchScore(keys: MatchKeys, candidate: MatchCandidate): MatchScore {
  const matchedOn: MatchField[] = [];
  let doubt = 1;
  let penalty = 1;
  const agree = (field: MatchField, weight: number) => {
    matchedOn.push(field);
    doubt *= 1 - weight;
  };
  const { vatId, registerId } = keys;
  if (vatId !== null && candidate.vatId !== null) {
    if (vatId === candidate.vatId) agree('vat_id', weights.vatId);
    else penalty *= 0.4;
  }
  if (registerId !== null && registerId === candidate.registerId) {
    const isSameCourt = keys.registerLocation !== null && isSame(keys.registerLocation, candidate.registerLocation);
    const isOtherCourt = keys.registerLocation !== null && candidate.registerLocation !== null && !isSameCourt;
    if (!isOtherCourt) agree('register_id', isSameCourt ? weights.registerWithCourt : weights.register);
  }
  if (keys.domain !== null && candidate.domains.includes(keys.domain)) agree('url', weights.url);
  if (keys.emailDomain !== null && candidate.domains.includes(keys.emailDomain)) agree('email', weights.email);
  const name = keys.name === null ? 0 : nameWeight(keys.name, candidate);
  if (name > 0) agree('company_name', name);
  if (keys.phone !== null && candidate.phones.includes(keys.phone)) agree('phone', weights.phone);
  if (doubt === 1) return { score: 0, matchedOn: [] };

  const places: [MatchField, string | null, string | null, number][] = [
    ['country', keys.countryCode, candidate.countryCode, 0.2],
    ['city', keys.city, candidate.city, 0.3],
    ['postal_code', keys.postalCode, candidate.postalCode, 0.35],
    ['street', keys.street, candidate.street, 0.35],
  ];
  for (const [field, wanted, known, weight] of places) if (wanted !== null && isSame(wanted, known)) agree(field, weight);
  const isOtherCountry = keys.countryCode !== null && candidate.countryCode !== null && keys.countryCode !== candidate.countryCode;
  if (isOtherCountry) penalty *= 0.6;
  return { score: Math.round((1 - doubt) * penalty * 100) / 100, matchedOn };
}

function nameWeight(name: string, { names, nameSimilarity }: MatchCandidate): number {
  const keys = new Set(nameKeys(name));
  if (names.some((known) => nameKeys(known).some((key) => keys.has(key)))) return weights.equalName;
  return nameSimilarity < minSimilarity ? 0 : similarNameWeight * nameSimilarity;
}

function isSame(wanted: string, known: string | null): boolean {
  return known !== null && normalized(wanted) === normalized(known);
}

function normalized(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/str\b\.?|strasse\b|street\b/g, 'st')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
