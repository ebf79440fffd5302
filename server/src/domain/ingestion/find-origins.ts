import { createSecretKey } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { formatIpAddress, type IpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { addressKey } from '../identification/address-key.ts';
import { addressSecret } from '../identification/address-secret.ts';
import type { FurtherFacts } from '../identification/identifier.ts';
import { judgeOrigin } from '../identification/judge-origin.ts';
import { loadLearned, loadNetblocks } from '../identification/load-address-facts.ts';
import { loadIdentificationRules } from '../identification/load-rules.ts';
import type { KnownVisitor } from '../identification/load-visitor-facts.ts';
import { isOffice } from '../identification/office.ts';
import type { OperatorRule } from '../identification/operator-rule.ts';
import { workDomain } from '../identification/work-domain.ts';
import type { Origin } from '../visits/origin.ts';
import type { AccountRules } from './account-rules.ts';
import { deviceOf } from './device.ts';
import type { Hit } from './event.ts';
import type { PipelineContext } from './handle-lane.ts';
import { SenderMap } from './sender-map.ts';

type BatchVisitor = KnownVisitor & { isNewEmployer: boolean };

type KnownAddress = { key: string | null; further: FurtherFacts };

type Surroundings = {
  addresses: Map<string, KnownAddress>;
  visitors: Map<string, BatchVisitor>;
  rules: OperatorRule[];
};

/** Says of every hit where it came from, in the order of the hits. Those of one address, browser and visitor share one origin: most batches hold many. */
export async function findOrigins(
  ctx: PipelineContext,
  db: Database,
  rules: AccountRules,
  hits: readonly Hit[],
  visitors: ReadonlyMap<string, KnownVisitor>,
): Promise<Origin[]> {
  const surroundings = await lookAround(ctx, db, rules, hits, visitors);
  const originsOf = (visitor?: BatchVisitor) => new SenderMap((ip, userAgent) => originOf(ctx, surroundings, { ip, userAgent, visitor }));
  const ofStrangers = originsOf();
  const ofKnown = new Map([...surroundings.visitors].map(([id, visitor]) => [id, originsOf(visitor)]));
  return hits.map(({ ip, userAgent, visitorId }) => (ofKnown.get(visitorId) ?? ofStrangers).at(ip, userAgent));
}

const unknownAddress: KnownAddress = { key: null, further: {} };

type Sender = { ip: string | null; userAgent: string | null; visitor: BatchVisitor | undefined };

function originOf(ctx: PipelineContext, { addresses, rules }: Surroundings, { ip, userAgent, visitor }: Sender): Origin {
  const device = deviceOf(userAgent);
  const employer = visitor?.email == null ? null : workDomain(visitor.email);
  const isNewEmployer = visitor?.isNewEmployer ?? false;
  const person = { workDomain: employer, isNewEmployer, knownOffice: visitor?.office ?? null };
  if (ip === null) return { ...person, verdict: null, office: null, addressKey: null, location: null, device };
  const { key, further } = addresses.get(ip) ?? unknownAddress;
  // How long ago the place of work was seen depends on the visit; it is judged anew when the visit is cut.
  const { verdict, ofNetwork } = judgeOrigin(ctx.identifier, { ip, further, rules }, visitor, ctx.clock.now().getTime());
  return {
    ...person,
    verdict,
    office: isOffice(ofNetwork) ? { company: ofNetwork.company!, confidence: ofNetwork.confidence } : null,
    addressKey: key,
    location: ctx.identifier.locate(ip),
    device,
  };
}

async function lookAround(
  ctx: PipelineContext,
  db: Database,
  { accountId, processing }: AccountRules,
  hits: readonly Hit[],
  visitors: ReadonlyMap<string, KnownVisitor>,
): Promise<Surroundings> {
  const parsed: { ip: string; address: IpAddress; text: string }[] = [];
  for (const ip of new Set(hits.map((hit) => hit.ip))) {
    const address = ip === null ? null : parseIpAddress(ip);
    if (address !== null) parsed.push({ ip: ip!, address, text: formatIpAddress(address) });
  }
  const secret = processing.ip_storage === 'none' || parsed.length === 0 ? null : createSecretKey(await addressSecret(ctx, accountId));
  const keys = secret === null ? [] : parsed.map(({ address }) => addressKey(secret, address));
  const netblocks = await loadNetblocks(
    db,
    parsed.map(({ text }) => text),
  );
  const learned = await loadLearned(db, accountId, keys);
  const addresses = new Map<string, KnownAddress>();
  for (const [at, { ip, address, text }] of parsed.entries()) {
    const key = keys[at] ?? null;
    const further = {
      netblocks: netblocks.get(text),
      learned: key === null ? undefined : learned.get(key),
      hostName: ctx.identifier.hostNames.known(address),
    };
    addresses.set(ip, { key, further });
  }
  return { addresses, visitors: withEmailsOf(hits, visitors), rules: await loadIdentificationRules(db, accountId) };
}

/** What the batch itself says of its visitors comes on top. Where employers differ, the visits are judged anew with the latest word. */
function withEmailsOf(hits: readonly Hit[], stored: ReadonlyMap<string, KnownVisitor>): Map<string, BatchVisitor> {
  const visitors = new Map<string, BatchVisitor>([...stored].map(([id, visitor]) => [id, { ...visitor, isNewEmployer: false }]));
  const told = hits.filter(({ event }) => event.email !== null).sort((left, right) => left.event.occurredAtMs - right.event.occurredAtMs);
  for (const { visitorId, event } of told) {
    const before = stored.get(visitorId);
    const employerBefore = before?.email == null ? null : workDomain(before.email);
    const isNewEmployer = (visitors.get(visitorId)?.isNewEmployer ?? false) || workDomain(event.email!) !== employerBefore;
    visitors.set(visitorId, { office: before?.office ?? null, email: event.email, isNewEmployer });
  }
  return visitors;
}
