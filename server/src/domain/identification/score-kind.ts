import { recordOf } from '../../lib/record-of.ts';
import { evidenceText } from './evidence-text.ts';
import { type Cue, cuesIn } from './kind-cue-matcher.ts';
import { countrySignal, personNameSignal, registrySignal, structureSignal } from './kind-signals.ts';
import { nameWords } from './name-words.ts';
import type { AutonomousSystem } from './network-directory.ts';
import { isUsedByHolder, type NetworkKind, networkKinds } from './network-kind.ts';

/** Log-odds of each kind before any signal, estimated from a manually reviewed random sample of networks. */
const priorLogOdds: Record<NetworkKind, number> = {
  business: 1,
  isp: 0,
  hosting: -0.4,
  education: -2.5,
  government: -2.5,
  mobile: -4,
  cdn: -5,
  vpn: -6,
  gateway: -6,
  nonprofit: -6,
  exchange: -8,
  person: -8,
  unknown: -20,
  relay: -20,
  crawler: -20,
};

type KindScore = {
  /** The most likely kind; null if none is likely enough. */
  kind: NetworkKind | null;
  /** Probability that the network is used by its holder: business, education, government and nonprofit combined. */
  ownUseProbability: number;
  probabilities: Record<NetworkKind, number>;
  /** Reasons for and against, in the order in which they were evaluated. */
  reasons: string[];
};

/** If the most likely kind is less likely than this, no kind is returned. */
const minKindProbability = 0.5;

/** Log-odds to add to kinds. The reason is empty if there is nothing to explain. */
export type KindSignal = { reason: string; points: Partial<Record<NetworkKind, number>> };

/**
 * Classifies a network that was not reviewed. Adds up log-odds (words of the holder's name, size and structure of the network, registry
 * block, country) and converts them to probabilities. A network without a trustworthy name has no kind.
 */
export function scoreKind(system: AutonomousSystem): KindScore {
  const points = { ...priorLogOdds };
  const signals: KindSignal[] = [structureSignal(system), registrySignal(system), countrySignal(system.countryCode)];
  if (system.organization !== null) {
    const words = nameWords(system.organization);
    const cues = cuesIn(words);
    signals.push(...cues.map(signalOfCue));
    signals.push(personNameSignal(system.organization, words, cues));
  }
  for (const signal of signals) for (const kind of networkKinds) points[kind] += signal.points[kind] ?? 0;
  const probabilities = softmax(points);
  const ownUseProbability = networkKinds.reduce((sum, kind) => sum + (isUsedByHolder(kind) ? probabilities[kind] : 0), 0);
  const best = networkKinds.reduce((left, right) => (probabilities[right] > probabilities[left] ? right : left));
  return {
    kind: system.organization === null || probabilities[best] < minKindProbability ? null : best,
    ownUseProbability: system.organization === null ? 0 : ownUseProbability,
    probabilities,
    reasons: signals.filter((signal) => signal.reason !== '').map((signal) => signal.reason),
  };
}

function signalOfCue(cue: Cue): KindSignal {
  return { reason: evidenceText('word', { word: cue.word, kindCode: cue.line.kind }), points: { [cue.line.kind]: cue.line.points } };
}

function softmax(points: Record<NetworkKind, number>): Record<NetworkKind, number> {
  const highest = Math.max(...Object.values(points));
  const weights = recordOf(networkKinds, (kind) => Math.exp(points[kind] - highest));
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  return recordOf(networkKinds, (kind) => weights[kind] / total);
}
