import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from '../server/src/lib/day-ms.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { lastOf } from '../server/src/lib/last-of.ts';
import { Random } from '../server/src/lib/random.ts';
import type { LedgerEntry, SoakLedger } from './soak-ledger.ts';
import type { SoakRequests } from './soak-requests.ts';

export type SoakAccount = { accountId: string; scriptHash: string; key: string; token: string; email: string; oauth: string };
export type KnownAddress = { ip: string; domain: string };
type SoakClientOptions = {
  requests: SoakRequests;
  ledger: SoakLedger;
  accounts: SoakAccount[];
  addresses: KnownAddress[];
  senders: number;
  /** The days of the visits. */
  days: { start: string; end: string };
  includesExports: boolean;
  /** Random source for the behavior of visitors. */
  random?: Random;
  /** Time of the first visit of a visitor; a random time within the days if absent. */
  startOf?(account: SoakAccount): number;
  /** Called when a visitor has sent all events. */
  onVisitorSent?(account: SoakAccount, visitorId: string): void;
};

export const password = 'correct horse battery';
const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const minuteMs = 60_000;
/** Long, because an export whose worker dies is resumed within two minutes, and workers are killed all the time. */
const exportTimeoutMs = 5 * minuteMs;

/** Visitors on websites, clients of both APIs and users of the web application, all concurrently until they are stopped. */
export class SoakClients {
  readonly exports = { requested: 0, fetched: 0 };
  readonly #options: SoakClientOptions;
  readonly #random: Random;
  #isStopping = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: SoakClientOptions) {
    this.#options = options;
    this.#random = options.random ?? new Random(randomInt(2 ** 32));
  }

  start() {
    const { senders, accounts, includesExports } = this.#options;
    const loops = [
      ...Array.from({ length: senders }, (_, number) => () => this.#sendVisitor(number)),
      ...accounts.flatMap((account) => [
        () => this.#useVersionedApi(account),
        () => this.#readEarlier(account),
        () => this.#useApplication(account),
        () => this.#readWithToken(account),
        ...(includesExports ? [() => this.#exportEarlier(account)] : []),
      ]),
    ];
    this.#running = Promise.all(
      loops.map(async (loop) => {
        while (!this.#isStopping) await loop();
      }),
    );
    this.#running.catch(() => {});
  }

  /** Waits until all clients have finished what they started, so that no outcome is unknown. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** Sends one to three visits of a visitor: one or two events per request from a browser, up to five from a server. */
  async #sendVisitor(number: number) {
    const { accounts, addresses } = this.#options;
    const random = this.#random;
    const account = itemAt(accounts, number % accounts.length);
    const { ip, domain } = random.pick(addresses);
    const visitorId = `soak-${randomUUID()}`;
    let atMs = this.#options.startOf?.(account) ?? this.#randomTime();
    // The collector accepts events that are at most a week old.
    const isServerSide = number % 5 === 4 || atMs < Date.now() - 6 * dayMs;
    const entries: LedgerEntry[] = [];
    for (let visit = 1 + Math.floor(random.next() * 3); visit > 0; visit--) {
      for (let page = 1 + Math.floor(random.next() * 4); page > 0; page--) {
        entries.push({ accountId: account.accountId, visitorId, domain, eventId: randomUUID(), kind: 'page_view', occurredAtMs: atMs });
        if (random.next() < 0.2) entries.push({ ...lastOf(entries), eventId: randomUUID(), kind: 'event', occurredAtMs: atMs + 1000 });
        atMs += 1000 * Math.floor(5 + random.next() * 1200);
      }
      atMs += (31 + Math.floor(random.next() * 60)) * minuteMs;
    }
    // A phone that was offline sends its events late and out of order.
    if (random.next() < 0.1) entries.reverse();
    while (entries.length > 0) {
      const batch = entries.splice(0, isServerSide ? 5 : 1 + Math.floor(random.next() * 2));
      if (isServerSide) await this.#sendFromServer(account, ip, batch);
      else await this.#sendFromBrowser(account, ip, batch);
      await pause(500 * random.next());
    }
    this.#options.onVisitorSent?.(account, visitorId);
  }

  #randomTime(): number {
    const { days } = this.#options;
    const firstDayMs = Date.parse(`${days.start}T00:00:00Z`);
    const dayCount = (Date.parse(`${days.end}T00:00:00Z`) - firstDayMs) / dayMs + 1;
    return firstDayMs + this.#random.between(0, dayCount - 1) * dayMs + this.#random.between(0, 16 * 60 - 1) * minuteMs;
  }

  async #sendFromBrowser({ scriptHash }: SoakAccount, ip: string, entries: LedgerEntry[]) {
    const events = entries.map((entry) => eventOf(entry, entry.occurredAtMs));
    const body = JSON.stringify({ script_hash: scriptHash, visitor_id: firstOf(entries).visitorId, events });
    const init = { method: 'POST', headers: { 'user-agent': userAgent, 'accept-language': 'en', 'x-forwarded-for': ip }, body };
    await this.#options.requests.sendWithRetries('collector', '/collect', init, 'collector');
    this.#options.ledger.record(entries);
    // A tracker repeats events if the response got lost.
    if (this.#random.chance(0.05)) await this.#options.requests.sendWithRetries('collector', '/collect', init, 'collector');
  }

  async #sendFromServer({ accountId, key }: SoakAccount, ip: string, entries: LedgerEntry[]) {
    const events = entries.map((entry) => ({
      ...eventOf(entry, new Date(entry.occurredAtMs).toISOString()),
      visitor_id: entry.visitorId,
      ip,
      user_agent: userAgent,
    }));
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ events }) };
    const { text } = await this.#options.requests.sendWithRetries('v1 collect', `/v1/collect?account_id=${accountId}`, init);
    const { accepted } = JSON.parse(text).data.attributes;
    if (accepted !== entries.length) throw new Error(`Only ${accepted} of ${entries.length} valid events were accepted: ${text}`);
    this.#options.ledger.record(entries);
  }

  async #useVersionedApi({ accountId, key }: SoakAccount) {
    const { requests, days } = this.#options;
    const headers = { 'x-api-key': key };
    const range = `account_id=${accountId}&start_date=${days.start}&end_date=${days.end}`;
    const listed = await requests.send('v1', `/v1/web-visits/companies?${range}&include=company`, { headers });
    const id = listed && JSON.parse(listed.text).data[0]?.relationships.company.id;
    if (id) await requests.send('v1', `/v1/companies/${id}?account_id=${accountId}`, { headers });
    const body = JSON.stringify({ start_date: days.start, end_date: days.end });
    const json = { ...headers, 'content-type': 'application/json' };
    await requests.send('v1', `/v1/web-visits?account_id=${accountId}`, { method: 'POST', headers: json, body });
    const tag = JSON.stringify({ data: { type: 'tag', attributes: { name: `Soak ${randomUUID()}` } } });
    const createdTag = await requests.send('v1', `/v1/tags?account_id=${accountId}`, { method: 'POST', headers: json, body: tag });
    if (createdTag) {
      const path = `/v1/tags/${JSON.parse(createdTag.text).data.id}?account_id=${accountId}`;
      await requests.send('v1', path, { method: 'DELETE', headers });
    }
    await pause(200);
  }

  async #readEarlier({ accountId, token }: SoakAccount) {
    const { requests, days } = this.#options;
    const headers = { authorization: `Token token=${token}` };
    for (const list of ['leads', 'visits']) {
      await requests.send('earlier', `/accounts/${accountId}/${list}?start_date=${days.start}&end_date=${days.end}&page[size]=50`, {
        headers,
      });
      await pause(1500);
    }
  }

  async #useApplication({ accountId, email }: SoakAccount) {
    const { requests, days } = this.#options;
    const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) };
    const signedIn = await requests.send('app', '/app/api/session', signIn);
    if (!signedIn) return pause(1000);
    const cookie = firstOf(firstOf(signedIn.headers.getSetCookie()).split(';'));
    const headers = { cookie, 'x-csrf-token': String(JSON.parse(signedIn.text).csrfToken) };
    const base = `/app/api/accounts/${accountId}`;
    const range = `from=${days.start}&to=${days.end}`;
    for (let turn = 0; turn < 20 && !this.#isStopping; turn++) {
      await requests.send('app', `${base}/leads?${range}`, { headers });
      await requests.send('app', `${base}/exports`, { headers });
      if (turn === 10 && this.#options.includesExports) await this.#exportFromApplication(base, headers);
      await pause(500);
    }
  }

  async #exportFromApplication(base: string, headers: Record<string, string>) {
    const { requests, days } = this.#options;
    const body = JSON.stringify({ format: 'csv', from: days.start, to: days.end });
    const json = { ...headers, 'content-type': 'application/json' };
    const requested = await requests.send('exports', `${base}/exports`, { method: 'POST', headers: json, body });
    if (!requested) return;
    this.exports.requested++;
    const { id } = JSON.parse(requested.text);
    for (const deadline = Date.now() + exportTimeoutMs; Date.now() < deadline; await pause(500)) {
      const { text } = await requests.sendWithRetries('exports', `${base}/exports`, { headers });
      const listed: { id: string; status: string }[] = JSON.parse(text);
      const listedExport = listed.find((candidate) => candidate.id === id);
      if (listedExport?.status === 'failed') throw new Error(`The export ${id} failed: ${text}`);
      if (listedExport?.status !== 'processed') continue;
      await requests.sendWithRetries('exports', `${base}/exports/${id}/file`, { headers });
      this.exports.fetched++;
      return;
    }
    throw new Error(`The export ${id} was not created within five minutes.`);
  }

  async #exportEarlier({ accountId, token }: SoakAccount) {
    const { requests, days } = this.#options;
    const headers = { authorization: `Token token=${token}` };
    const parameters = { account_id: accountId, custom_feed_id: 'all_leads', start_date: days.start, end_date: days.end };
    const requested = await requests.send('exports', '/export-requests', {
      method: 'POST',
      headers,
      body: new URLSearchParams(parameters),
    });
    if (!requested) return pause(2000);
    this.exports.requested++;
    const { id } = JSON.parse(requested.text).data;
    for (const deadline = Date.now() + exportTimeoutMs; Date.now() < deadline; await pause(2000)) {
      const response = await requests.send('exports', `/export-requests/${id}`, { headers });
      const attributes = response && JSON.parse(response.text).data.attributes;
      if (attributes?.status === 'failed') throw new Error(`The export ${id} failed.`);
      if (!attributes?.download_url) continue;
      await requests.sendWithRetries('exports', new URL(attributes.download_url).pathname, { headers });
      this.exports.fetched++;
      for (let waited = 0; waited < 20_000 && !this.#isStopping; waited += 500) await pause(500);
      return;
    }
    throw new Error(`The export ${id} was not created within five minutes.`);
  }

  async #readWithToken({ accountId, oauth }: SoakAccount) {
    const { requests } = this.#options;
    const headers = {
      authorization: `Basic ${Buffer.from(oauth).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const tokenResponse = await requests.send('oauth', '/oauth/token', { method: 'POST', headers, body: 'grant_type=client_credentials' });
    if (!tokenResponse) return pause(1000);
    const bearer = { authorization: `Bearer ${JSON.parse(tokenResponse.text).access_token}` };
    for (let turn = 0; turn < 10 && !this.#isStopping; turn++) {
      await requests.send('oauth', `/v1/tags?account_id=${accountId}`, { headers: bearer });
      await pause(500);
    }
  }
}

function eventOf({ eventId, kind }: LedgerEntry, occurredAt: number | string) {
  const url = `https://shop.example/${eventId.slice(0, 1)}`;
  return { id: eventId, kind, occurred_at: occurredAt, url, title: 'A page', ...(kind === 'event' && { name: 'played' }) };
}
