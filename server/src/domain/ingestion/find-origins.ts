import { createSecretKey } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
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

type Surroundings = {
  addressKeys: Map<string, string>;
  further: (ip: string) => FurtherFacts;
  visitors: Map<string, BatchVisitor>;
  rules: OperatorRule[];
};

/** Says of every hit where it came from. Hits of one address, browser and visitor share one origin: most batches hold many. */
export async function findOrigins(
  ctx: PipelineContext,
  db: Database,
  rules: AccountRules,
  hits: readonly Hit[],
  visitors: ReadonlyMap<string, KnownVisitor>,
): Promise<Map<Hit, Origin>> {
  const surroundings = await lookAround(ctx, db, rules, hits, visitors);
  const ofStrangers = new SenderMap<Origin>();
  const ofKnown = new Map<string, SenderMap<Origin>>();
  const origins = new Map<Hit, Origin>();
  for (const hit of hits) {
    const shared = surroundings.visitors.has(hit.visitorId) ? (ofKnown.get(hit.visitorId) ?? new SenderMap<Origin>()) : ofStrangers;
    if (shared !== ofStrangers) ofKnown.set(hit.visitorId, shared);
    const origin = shared.at(hit.ip, hit.userAgent, () => originOf(ctx, surroundings, hit));
    origins.set(hit, origin);
  }
  return origins;
}

function originOf(
  ctx: PipelineContext,
  { addressKeys, further, visitors, rules }: Surroundings,
  { ip, userAgent, visitorId }: Hit,
): Origin {
  const visitor = visitors.get(visitorId);
  const device = deviceOf(userAgent);
  const employer = visitor?.email == null ? null : workDomain(visitor.email);
  const isNewEmployer = visitor?.isNewEmployer ?? false;
  const person = { workDomain: employer, isNewEmployer, knownOffice: visitor?.office ?? null };
  if (ip === null) return { verdict: null, office: null, addressKey: null, ...person, location: null, device };
  const facts = further(ip);
  // How long ago the place of work was seen depends on the visit; it is judged anew when the visit is cut.
  const { verdict, ofNetwork } = judgeOrigin(ctx.identifier, { ip, further: facts, rules }, visitor, ctx.clock.now().getTime());
  return {
    verdict,
    office: isOffice(ofNetwork) ? { company: ofNetwork.company!, confidence: ofNetwork.confidence } : null,
    addressKey: addressKeys.get(ip) ?? null,
    ...person,
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
  const addresses = [...new Set(hits.flatMap(({ ip }) => ip ?? []))].flatMap((ip) => {
    const address = parseIpAddress(ip);
    return address === null ? [] : [{ ip, address, text: formatIpAddress(address) }];
  });
  const secret = processing.ip_storage === 'none' || addresses.length === 0 ? null : createSecretKey(await addressSecret(ctx, accountId));
  const addressKeys = new Map(secret === null ? [] : addresses.map(({ ip, address }) => [ip, addressKey(secret, address)]));
  const netblocks = await loadNetblocks(
    db,
    addresses.map(({ text }) => text),
  );
  const learned = await loadLearned(db, accountId, [...addressKeys.values()]);
  const facts = new Map(
    addresses.map(({ ip, address, text }) => [
      ip,
      {
        netblocks: netblocks.get(text),
        learned: learned.get(addressKeys.get(ip) ?? ''),
        hostName: ctx.identifier.hostNames.known(address),
      },
    ]),
  );
  return {
    addressKeys,
    further: (ip) => facts.get(ip) ?? {},
    visitors: withEmailsOf(hits, visitors),
    rules: await loadIdentificationRules(db, accountId),
  };
}

/** What the batch itself says of its visitors comes on top. Where employers differ, the visits are judged anew with the latest word. */
function withEmailsOf(hits: readonly Hit[], stored: ReadonlyMap<string, KnownVisitor>): Map<string, BatchVisitor> {
  const visitors = new Map<string, BatchVisitor>([...stored].map(([id, visitor]) => [id, { ...visitor, isNewEmployer: false }]));
  const told = hits
    .filter(({ event }) => event.email !== null)
    .toSorted((left, right) => left.event.occurredAtMs - right.event.occurredAtMs);
  for (const { visitorId, event } of told) {
    const before = stored.get(visitorId);
    const employerBefore = before?.email == null ? null : workDomain(before.email);
    const isNewEmployer = (visitors.get(visitorId)?.isNewEmployer ?? false) || workDomain(event.email!) !== employerBefore;
    visitors.set(visitorId, { office: before?.office ?? null, email: event.email, isNewEmployer });
  }
  return visitors;
}
