import type { Identifier } from '../domain/identification/identifier.ts';
import { identify } from '../domain/identification/identify.ts';
import { parseIpAddress } from '../lib/ip-address.ts';
import { openKnowledge } from './ip-data/open-knowledge.ts';

/** Opens the address data in the data folder, compiling them first where that was not done yet. */
export async function makeIdentifier(dataDir: string, leadConfidence: number): Promise<Identifier> {
  const { knowledge, locations } = await openKnowledge(dataDir);
  return {
    identify(ip) {
      const address = parseIpAddress(ip);
      if (address === null) return { kind: 'unknown', confidence: 0, company: null, network: null, evidence: [] };
      const { kind, confidence, company, network, evidence } = identify(knowledge, { address }, {}, [], leadConfidence);
      return { kind, confidence, company, network, evidence: evidence.map(({ source, detail, weight }) => ({ source, detail, weight })) };
    },
    locate(ip) {
      const address = parseIpAddress(ip);
      return address === null ? null : locations.find(address);
    },
  };
}
