import { getOrThrow } from '../../lib/get-or-throw.ts';
import { itemAt } from '../../lib/item-at.ts';
import type { Hit } from '../events/event.ts';
import type { AccountRules } from '../visits/account-rules.ts';
import type { ReceivedEntry } from './event-queue/queue-rows.ts';
import { SenderMap } from './sender-map.ts';
import { cookielessVisitorId, visitorDay } from './visitor-id.ts';

export type ReceivedHit = Hit & {
  receivedOn: string;
  sentBy: ReceivedEntry['sentBy'];
  /** Index of the sender in the batch. */
  sender: number;
};

/** One browser of a visitor at one address. */
type Sender = {
  ip: string | null;
  userAgent: string | null;
  /** Index of the visitor in the batch. */
  visitor: number;
};

/** Hits with their senders and visitors, referenced by index for speed. */
export type Received = {
  hits: ReceivedHit[];
  senders: Sender[];
  visitorIds: string[];
};

/** Returns the days whose salts are needed to build the hits. */
export function listSaltedDays({ timezone }: AccountRules, entries: readonly ReceivedEntry[]): string[] {
  const days = new Set<string>();
  for (const { visitorId, events } of entries) {
    if (visitorId === null) for (const { occurredAtMs } of events) days.add(visitorDay(occurredAtMs, timezone));
  }
  return [...days];
}

/** Assigns a visitor to every event: the id given by the sender, or a hash with the salt of the day. Keeps the order of the events. */
export function buildHits(rules: AccountRules, entries: readonly ReceivedEntry[], salts: ReadonlyMap<string, Buffer>): Received {
  const table = new SenderTable();
  const anonymous = new Map<string, SenderMap<number>>();
  for (const [day, salt] of salts) {
    const senderOf = (ip: string | null, userAgent: string | null) =>
      table.sender(cookielessVisitorId(salt, rules.accountId, ip, userAgent), ip, userAgent);
    anonymous.set(day, new SenderMap(senderOf));
  }
  const hits: ReceivedHit[] = [];
  for (const { ip, userAgent, gaClientIds, partnerCookies, hints, receivedOn, sentBy, visitorId: named, events } of entries) {
    for (const event of events) {
      const sender =
        named === null
          ? getOrThrow(anonymous, visitorDay(event.occurredAtMs, rules.timezone)).at(ip, userAgent)
          : table.sender(named, ip, userAgent);
      const visitorId = table.visitorIdOf(sender);
      hits.push({ event, visitorId, ip, userAgent, gaClientIds, partnerCookies, hints, receivedOn, sentBy, sender });
    }
  }
  return { hits, senders: table.senders, visitorIds: table.visitorIds };
}

/** Numbers visitors and senders in order of appearance. */
class SenderTable {
  readonly visitorIds: string[] = [];
  readonly senders: Sender[] = [];
  /** Senders by visitor, nearly always one. */
  readonly #sendersOf: number[][] = [];
  readonly #visitors = new Map<string, number>();

  visitorIdOf(sender: number): string {
    return itemAt(this.visitorIds, itemAt(this.senders, sender).visitor);
  }

  sender(visitorId: string, ip: string | null, userAgent: string | null): number {
    const visitor = this.#visitor(visitorId);
    const senders = itemAt(this.#sendersOf, visitor);
    const existing = senders.find(
      (number) => itemAt(this.senders, number).ip === ip && itemAt(this.senders, number).userAgent === userAgent,
    );
    if (existing !== undefined) return existing;
    const number = this.senders.push({ ip, userAgent, visitor }) - 1;
    senders.push(number);
    return number;
  }

  #visitor(visitorId: string): number {
    const existing = this.#visitors.get(visitorId);
    if (existing !== undefined) return existing;
    const number = this.visitorIds.push(visitorId) - 1;
    this.#visitors.set(visitorId, number);
    this.#sendersOf.push([]);
    return number;
  }
}
