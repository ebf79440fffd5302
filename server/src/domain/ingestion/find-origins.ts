import type { Database } from '../../db/connect.ts';
import { formatIpAddress, type IpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { deviceOf } from '../events/device.ts';
import { addressKeys } from '../identification/address-key.ts';
import { addressSecret } from '../identification/address-secret.ts';
import type { Correction } from '../identification/correction.ts';
import type { AddressFacts } from '../identification/facts.ts';
import { judgeOrigin } from '../identification/judge-origin.ts';
import { loadLearned, loadNetblocks } from '../identification/load-address-facts.ts';
import { loadCorrections } from '../identification/load-corrections.ts';
import type { KnownVisitor } from '../identification/load-visitor-facts.ts';
import { isOffice } from '../identification/office.ts';
import { workDomain } from '../identification/work-domain.ts';
import type { AccountRules } from '../visits/account-rules.ts';
import type { Origin } from '../visits/origin.ts';
import type { PipelineContext } from './lanes/handle-lane.ts';
import type { Received, Sender } from './make-hits.ts';
import type { MetVisitor } from './meet-visitors.ts';

type BatchVisitor = KnownVisitor & { isNewEmployer: boolean };

type KnownAddress = { key: string | null; facts: AddressFacts };

type Surroundings = { addresses: Map<string, KnownAddress>; rules: Correction[] };

/** Says of every sender where their hits come from, in the order of the senders. */
export async function findOrigins(
  ctx: PipelineContext,
  db: Database,
  rules: AccountRules,
  received: Received,
  met: readonly MetVisitor[],
): Promise<Origin[]> {
  const surroundings = await lookAround(ctx, db, rules, received.senders);
  const visitors = withEmailsOf(received, met);
  return received.senders.map(({ ip, userAgent, visitor }) =>
    originOf(ctx, surroundings, { ip, userAgent, visitor: visitors[visitor] ?? null }),
  );
}

type KnownSender = { ip: string | null; userAgent: string | null; visitor: BatchVisitor | null };

function originOf(ctx: PipelineContext, { addresses, rules }: Surroundings, { ip, userAgent, visitor }: KnownSender): Origin {
  const device = deviceOf(userAgent);
  const employer = visitor?.email == null ? null : workDomain(visitor.email);
  const isNewEmployer = visitor?.isNewEmployer ?? false;
  const person = { workDomain: employer, isNewEmployer, knownOffice: visitor?.office ?? null };
  if (ip === null) return { ...person, verdict: null, isIgnored: false, office: null, addressKey: null, location: null, device };
  const { key, facts } = addresses.get(ip) ?? { key: null, facts: ctx.identifier.findFacts(ip) };
  // How long ago the place of work was seen depends on the visit; it is judged again when the visit is cut.
  const { verdict, ofNetwork } = judgeOrigin(ctx.identifier, facts, rules, visitor, ctx.clock.now().getTime());
  return {
    ...person,
    verdict,
    isIgnored: isIgnored(ctx, facts, rules),
    office: isOffice(ofNetwork) ? { company: ofNetwork.company!, confidence: ofNetwork.confidence } : null,
    addressKey: key,
    location: ctx.identifier.locate(ip),
    device,
  };
}

/**
 * Asked of what the data and the rules say of the address alone. What visitors tell comes at some time or other, and whether an event is
 * stored must not depend on which of them came first: who works at an ignored company but visits from elsewhere is no lead of it, and no more.
 */
function isIgnored({ identifier }: PipelineContext, facts: AddressFacts, rules: readonly Correction[]): boolean {
  if (!rules.some(({ effect }) => effect.kind === 'ignore')) return false;
  return identifier.judge({ ...facts, hostName: null, learned: [] }, {}, rules).ignored;
}

async function lookAround(
  ctx: PipelineContext,
  db: Database,
  { accountId, processing }: AccountRules,
  senders: readonly Sender[],
): Promise<Surroundings> {
  const parsed: { ip: string; address: IpAddress; text: string }[] = [];
  for (const ip of new Set(senders.map((sender) => sender.ip))) {
    const address = ip === null ? null : parseIpAddress(ip);
    if (address !== null) parsed.push({ ip: ip!, address, text: formatIpAddress(address) });
  }
  const texts = parsed.map(({ text }) => text);
  const areKept = processing.ip_storage !== 'none' && parsed.length > 0;
  const keys = areKept ? addressKeys(await addressSecret(ctx, accountId), texts) : [];
  const netblocks = await loadNetblocks(db, texts);
  const learned = await loadLearned(db, accountId, keys);
  const rules = await loadCorrections(db, accountId);
  const addresses = new Map<string, KnownAddress>();
  for (const [at, { ip, address, text }] of parsed.entries()) {
    const key = keys[at] ?? null;
    const further = {
      netblocks: netblocks.get(text),
      learned: key === null ? undefined : learned.get(key),
      hostName: ctx.identifier.hostNames.known(address),
    };
    addresses.set(ip, { key, facts: ctx.identifier.findFacts(ip, further, rules) });
  }
  return { addresses, rules };
}

/** What the batch itself says of its visitors comes on top. Where employers differ, the visits are judged anew with the latest word. */
function withEmailsOf({ hits, senders }: Received, met: readonly MetVisitor[]): (BatchVisitor | null)[] {
  const visitors = met.map(({ known }): BatchVisitor | null => known && { ...known, isNewEmployer: false });
  const told = hits.filter(({ event }) => event.email !== null).sort((left, right) => left.event.occurredAtMs - right.event.occurredAtMs);
  for (const { sender, event } of told) {
    const { visitor } = senders[sender]!;
    const before = met[visitor]!.known;
    const employerBefore = before?.email == null ? null : workDomain(before.email);
    const isNewEmployer = (visitors[visitor]?.isNewEmployer ?? false) || workDomain(event.email!) !== employerBefore;
    visitors[visitor] = { office: before?.office ?? null, email: event.email, isNewEmployer };
  }
  return visitors;
}
