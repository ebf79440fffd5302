import { firstOf } from '../../lib/first-of.ts';
/** A company in the directory with the name that identification found. */
export type Namesake = {
  id: string;
  /** Whether the name is the company's main name, an alternative name, or one of its names with the country or region of a branch. */
  by: 'name' | 'alternative_name' | 'branch';
  kind: string;
  countryCode: string | null;
  domain: string | null;
  /** The parent company of its group, or itself. */
  groupId: string;
  /** Whether it has a location, or its group has a member, in the country that was found with the name. */
  isInCountry: boolean;
  /** Whether its name comes from one of the operator's imports, not from the bundled directory. */
  isImported: boolean;
  /** Whether the name that was found and its own names have different legal forms of the same country. */
  hasOtherLegalForm: boolean;
};

type NamedCompany = { nameKey: string; countryCode: string | null; kind: string };

export type JoinCandidate = { id: string; score: number; matchedOn: string[] };

/** At this score or above, the name is taken to mean the company; below it, a person decides. */
export const sureScore = 0.85;
/** Companies with a lower score are not candidates. */
const minCandidateScore = 0.4;

const nameWeights = { name: 0.7, alternative_name: 0.65, branch: 0.55 };
/** If two scores are this close, the name may mean either company. */
const closeScores = 0.1;

// Names with one of these words exist in many countries.
const ordinaryWords = /\b(bank|banco|banque|insurance|national|standard|general|first|united|central|commercial|city|union|trust|credit)\b/;

/** Whether nothing but the name makes a match certain, because a country is unknown. */
export function isSureByNameAlone({ score, matchedOn }: JoinCandidate): boolean {
  return score >= sureScore && !matchedOn.includes('country') && !matchedOn.includes('group');
}

/** For a match that a person must confirm, whatever its score. */
export function belowSureScore(candidate: JoinCandidate): JoinCandidate {
  return { ...candidate, score: Math.min(candidate.score, sureScore - 0.01) };
}

/**
 * Scores the companies with a name that identification found by how likely the name refers to them, most likely first. A name alone is not
 * enough: many companies are called Target. The same country, or a group present there, usually makes the match certain. If a name may
 * mean several companies, the only one with a domain or, failing that, the only one that the operator imported is preferred.
 */
export function scoreNamesakes(named: NamedCompany, namesakes: readonly Namesake[]): JoinCandidate[] {
  const scored = onePerGroup(named, namesakes)
    .map((namesake) => ({ namesake, id: namesake.id, ...scoreOf(named, namesake) }))
    .sort((one, other) => other.score - one.score || Number(one.id) - Number(other.id));
  const highest = scored[0]?.score ?? 0;
  const close = scored.filter(({ score }) => highest - score < closeScores);
  const likely = likelyCompany(close.map(({ namesake }) => namesake));
  const unclear = new Set(close.filter(({ namesake }) => namesake !== likely));
  return scored
    .map((one) => ({ ...one, score: unclear.has(one) ? one.score - 0.3 : one.score }))
    .map(({ id, score, matchedOn }) => ({ id, matchedOn, score: Math.round(Math.min(1, score) * 100) / 100 }))
    .filter(({ score }) => score >= minCandidateScore)
    .sort((one, other) => other.score - one.score);
}

/** Returns the company to which a name most likely refers if it matches several equally well, or null if any of them is possible. */
function likelyCompany(close: readonly Namesake[]): Namesake | null {
  const [first] = close;
  if (first === undefined || close.length === 1) return first ?? null;
  // Registers of legal entities have no domains, so their records repeat companies of other directories.
  const country = countryOf(first);
  const isSameCountry = country !== null && close.every((namesake) => countryOf(namesake) === country);
  const withDomain = close.filter(({ domain }) => domain !== null);
  if (isSameCountry && withDomain.length === 1) return firstOf(withDomain);
  const imported = close.filter(({ isImported }) => isImported);
  return imported.length === 1 ? firstOf(imported) : null;
}

/**
 * Returns one company per group: the one in the country that was found with the name, otherwise the parent company. Matches by name take
 * precedence over matches by branch.
 */
function onePerGroup({ countryCode }: NamedCompany, namesakes: readonly Namesake[]): Namesake[] {
  return [...Map.groupBy(namesakes, ({ groupId }) => groupId).values()].map((all) => {
    const named = all.filter(({ by }) => by !== 'branch');
    const members = named.length === 0 ? all : named;
    return (
      members.find((member) => countryOf(member) === countryCode) ??
      members.find((member) => member.id === member.groupId) ??
      firstOf(members)
    );
  });
}

function scoreOf({ nameKey, countryCode, kind }: NamedCompany, namesake: Namesake): Omit<JoinCandidate, 'id'> {
  const matchedOn: string[] = [namesake.by];
  let score = nameWeights[namesake.by];
  if (nameKey.includes(' ') && !ordinaryWords.test(nameKey)) score += 0.1;
  if (nameKey.length === 1) score -= 0.1;
  const country = countryOf(namesake);
  if (countryCode !== null && country === countryCode) {
    score += 0.2;
    matchedOn.push('country');
  } else if (namesake.isInCountry) {
    score += 0.2;
    matchedOn.push('group');
  } else if (country === null || countryCode === null) score += 0.05;
  // A branch is usually not in the country of its company.
  else if (namesake.by !== 'branch') score -= 0.25;
  // A directory without kinds lists every organization as a business.
  if (kind !== namesake.kind && namesake.kind !== 'business') score -= 0.3;
  if (namesake.hasOtherLegalForm) score -= 0.2;
  return { score, matchedOn };
}

// Country-code top-level domains that companies from any country use.
const openDomains = new Set(['io', 'co', 'ai', 'tv', 'me', 'eu', 'to', 'cc', 'ws', 'fm', 'am', 'ly', 'gg', 'sh', 'so', 'im', 'is', 'la']);

/** If the country is missing, derives it from the domain. */
function countryOf({ countryCode, domain }: Pick<Namesake, 'countryCode' | 'domain'>): string | null {
  if (countryCode !== null || domain === null) return countryCode;
  const tld = domain.slice(domain.lastIndexOf('.') + 1);
  if (tld.length !== 2 || openDomains.has(tld)) return null;
  return tld === 'uk' ? 'GB' : tld.toUpperCase();
}
