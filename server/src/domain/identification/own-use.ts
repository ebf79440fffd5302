import { evidenceText } from './evidence-text.ts';
import { nameWords } from './name-words.ts';
import type { AutonomousSystem } from './network-directory.ts';

/** Log-odds for use by the holder's own staff, by feature; learned from the reviewed networks. */
export type OwnUseWeights = ReadonlyMap<string, number>;

type OwnUse = { probability: number; reasons: string[] };

const maxReasons = 4;
const maxRuleLogOdds = 6;

/**
 * Estimates the probability that a network that was not reviewed is used by its holder. Adds the learned weights of words, size and country
 * to the rule-based score. Without weights, the rule-based score is returned.
 */
export function estimateOwnUse(system: AutonomousSystem, ruleProbability: number, weights: OwnUseWeights): OwnUse {
  if (weights.size === 0) return { probability: ruleProbability, reasons: [] };
  const ruleLogOdds = Math.max(-maxRuleLogOdds, Math.min(maxRuleLogOdds, Math.log(ruleProbability / (1 - ruleProbability))));
  let logOdds = (weights.get('intercept') ?? 0) + (weights.get('hand score') ?? 0) * ruleLogOdds;
  const matched: { feature: string; weight: number }[] = [];
  for (const feature of featuresOf(system)) {
    const weight = weights.get(feature);
    if (weight === undefined) continue;
    logOdds += weight;
    if (feature.startsWith('w:')) matched.push({ feature, weight });
  }
  matched.sort((left, right) => Math.abs(right.weight) - Math.abs(left.weight));
  const reasons = matched
    .slice(0, maxReasons)
    .map(({ feature, weight }) => evidenceText(weight > 0 ? 'word_of_organizations' : 'word_of_providers', { word: feature.slice(2) }));
  return { probability: 1 / (1 + Math.exp(-logOdds)), reasons };
}

/** The learned weights have the same prefixes, such as `w:` for words, `b:` for pairs of words and `z:` for the size. */
function featuresOf({ organization, countryCode, ipv4AddressCount, ipv6RangeCount }: AutonomousSystem): Set<string> {
  const words = organization === null ? [] : nameWords(organization);
  const long = words.filter((word) => word.length > 5);
  const country = countryCode ?? '-';
  const bits = ipv4AddressCount === 0 ? 0 : Math.floor(Math.log2(ipv4AddressCount)) + 1;
  return new Set([
    ...words.map((word) => `w:${word}`),
    ...long.map((word) => `p:${word.slice(0, 4)}`),
    ...long.map((word) => `s:${word.slice(-4)}`),
    ...words.slice(1).map((word, index) => `b:${words[index]} ${word}`),
    `c:${country}`,
    `n:${Math.min(words.length, 6)}`,
    `z:${bits}`,
    `6:${Math.min(ipv6RangeCount, 4)}`,
    `cz:${country}${Math.floor(bits / 2)}`,
  ]);
}
