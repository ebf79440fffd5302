import { formatIpAddress, type IpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { itemAt } from '../../lib/item-at.ts';
import { required } from '../../lib/required.ts';
import { addressKeys } from '../identification/address-key.ts';
import type { Correction } from '../identification/correction.ts';
import type { AddressFacts } from '../identification/facts.ts';
import { getOrCreateAddressSecret } from '../identification/get-or-create-address-secret.ts';
import { identifyClient } from '../identification/identify-client.ts';
import { loadLearned, loadNetblocks } from '../identification/load-address-facts.ts';
import { loadCorrections } from '../identification/load-corrections.ts';
import type { KnownVisitor } from '../identification/load-visitor-facts.ts';
import { workDomain } from '../identification/work-domain.ts';
import { isWorkplace } from '../identification/workplace.ts';
import type { ClientInfo } from '../visits/client-info.ts';
import type { Batch, PipelineContext } from './batch.ts';

type BatchVisitor = KnownVisitor & { isNewEmployer: boolean };

type KnownAddress = { key: string | null; facts: AddressFacts };

type AddressData = { addresses: Map<string, KnownAddress>; corrections: Correction[] };

/** Identifies the company behind every sender. */
export async function identifySenders(ctx: PipelineContext, batch: Batch): Promise<void> {
  const addressData = await loadAddressData(ctx, batch);
  const visitors = visitorsWithEmails(batch);
  batch.clients = batch.received.senders.map(({ ip, visitor }, index) =>
    clientOf(ctx, addressData, { ip, visitor: visitors[visitor] ?? null, place: itemAt(batch.places, index) }),
  );
}

type KnownSender = { ip: string | null; visitor: BatchVisitor | null; place: Batch['places'][number] };

function clientOf(ctx: PipelineContext, { addresses, corrections }: AddressData, { ip, visitor, place }: KnownSender): ClientInfo {
  const { location, device } = place;
  const employer = visitor?.email == null ? null : workDomain(visitor.email);
  const isNewEmployer = visitor?.isNewEmployer ?? false;
  const person = { workDomain: employer, isNewEmployer, knownWorkplace: visitor?.workplace ?? null };
  if (ip === null) return { ...person, verdict: null, isIgnored: false, workplace: null, addressKey: null, location, device };
  const { key, facts } = addresses.get(ip) ?? { key: null, facts: ctx.identifier.findFacts(ip) };
  // The age of a workplace depends on the time of the visit, so the verdict is re-evaluated when visits are sessionized.
  const { verdict, networkVerdict } = identifyClient(ctx.identifier, facts, corrections, visitor, ctx.clock.now().getTime());
  return {
    ...person,
    verdict,
    isIgnored: isIgnored(ctx, facts, corrections),
    workplace: isWorkplace(networkVerdict) ? { company: networkVerdict.company, confidence: networkVerdict.confidence } : null,
    addressKey: key,
    location,
    device,
  };
}

/**
 * Considers only data and corrections of the address. If visitor data decided whether an event is stored, the result would depend on the
 * order of events. An employee of an ignored company who visits from elsewhere is stored, but not attributed to the company.
 */
function isIgnored({ identifier }: PipelineContext, facts: AddressFacts, corrections: readonly Correction[]): boolean {
  if (!corrections.some(({ effect }) => effect.kind === 'ignore')) return false;
  return identifier.identify({ ...facts, hostName: null, learned: [] }, {}, corrections).ignored;
}

/** Loads database facts about the addresses, and the account's corrections. */
async function loadAddressData(ctx: PipelineContext, { trx, rules, received }: Batch): Promise<AddressData> {
  const { accountId, processing } = rules;
  const parsed: { ip: string; address: IpAddress; text: string }[] = [];
  for (const ip of new Set(received.senders.map((sender) => sender.ip))) {
    const address = ip === null ? null : parseIpAddress(ip);
    if (ip !== null && address !== null) parsed.push({ ip, address, text: formatIpAddress(address) });
  }
  const texts = parsed.map(({ text }) => text);
  const isStored = processing.ip_storage !== 'none' && parsed.length > 0;
  const keys = isStored ? addressKeys(rules.addressSecret ?? (await getOrCreateAddressSecret(ctx, accountId)), texts) : [];
  const netblocks = await loadNetblocks(trx, texts);
  const learned = await loadLearned(trx, accountId, rules.hasLearnedAddresses ? keys : []);
  const corrections = rules.hasCorrections ? await loadCorrections(trx, accountId) : [];
  const addresses = new Map<string, KnownAddress>();
  for (const [index, { ip, address, text }] of parsed.entries()) {
    const key = keys[index] ?? null;
    const additional = {
      netblocks: netblocks.get(text),
      learned: key === null ? undefined : learned.get(key),
      hostName: ctx.identifier.hostNames.known(address),
    };
    addresses.set(ip, { key, facts: ctx.identifier.findFacts(ip, additional, corrections) });
  }
  return { addresses, corrections };
}

/** Adds the e-mail addresses of this batch to the visitors. If the employer changes, visits are re-evaluated with the latest employer. */
function visitorsWithEmails({ received: { hits, senders }, visitors: resolved }: Batch): (BatchVisitor | null)[] {
  const visitors = resolved.map(({ known }): BatchVisitor | null => known && { ...known, isNewEmployer: false });
  const hitsWithEmail = hits
    .filter(({ event }) => event.email !== null)
    .sort((left, right) => left.event.occurredAtMs - right.event.occurredAtMs);
  for (const { sender, event } of hitsWithEmail) {
    const email = required(event.email);
    const { visitor } = itemAt(senders, sender);
    const before = itemAt(resolved, visitor).known;
    const employerBefore = before?.email == null ? null : workDomain(before.email);
    const isNewEmployer = (visitors[visitor]?.isNewEmployer ?? false) || workDomain(email) !== employerBefore;
    visitors[visitor] = { workplace: before?.workplace ?? null, email, isNewEmployer };
  }
  return visitors;
}
