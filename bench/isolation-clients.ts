import { itemAt } from '../server/src/lib/item-at.ts';
import type { Twin } from './isolation-accounts.ts';
import { interval, listedCompanyId } from './lists-load.ts';

/** Times by kind of request, and all violations. */
export type IsolationResults = {
  checked: number;
  latenciesMs: Record<string, number[]>;
  /** Responses with the other account's marker. */
  foreign: string[];
  /** Responses without the account's own marker, or with a wrong number of rows. */
  wrong: string[];
  /** Responses other than 200. */
  failed: string[];
};

type CheckedRequest = {
  kind: string;
  path: string;
  init: RequestInit;
  /** Whether the response contains rows of the account. */
  containsOwn: boolean;
  /** Reads the total from the response; it must be the number of visits. */
  count?(response: unknown): number;
};

/** Sends requests for one or several accounts concurrently and reads every response completely. */
export class IsolationClients {
  readonly results: IsolationResults = { checked: 0, latenciesMs: {}, foreign: [], wrong: [], failed: [] };
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async run(twin: Twin, clients: number, seconds: number): Promise<void> {
    const all = requestsOf(twin);
    const endMs = performance.now() + seconds * 1000;
    const runClient = async (_: unknown, client: number) => {
      for (let turn = client; performance.now() < endMs; turn++) await this.#send(twin, itemAt(all, turn % all.length));
    };
    await Promise.all(Array.from({ length: clients }, runClient));
  }

  async #send({ marker, foreignMarker, visits }: Twin, { kind, path, init, containsOwn, count }: CheckedRequest) {
    const startMs = performance.now();
    const response = await fetch(`${this.#url}${path}`, init);
    const text = await response.text();
    this.results.latenciesMs[kind] ??= [];
    this.results.latenciesMs[kind].push(performance.now() - startMs);
    this.results.checked++;
    const description = `${kind} ${path}: ${response.status} ${text.slice(0, 200)}`;
    if (response.status !== 200) this.results.failed.push(description);
    else if (text.includes(foreignMarker)) this.results.foreign.push(description);
    else if (containsOwn && !text.includes(marker)) this.results.wrong.push(description);
    else if (count && count(JSON.parse(text)) !== visits) this.results.wrong.push(description);
  }
}

function requestsOf({ accountId, key, token, cookie }: Twin): CheckedRequest[] {
  const { startDate, endDate } = interval;
  const days = `start_date=${startDate}&end_date=${endDate}`;
  const v1 = { headers: { 'x-api-key': key } };
  const search = {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ start_date: startDate, end_date: endDate }),
  };
  const earlier = { headers: { authorization: `Token token=${token}` } };
  const app = { headers: { cookie } };
  const count = (response: unknown) => (response as { meta: { pagination: { total_count: number } } }).meta.pagination.total_count;
  return [
    { kind: 'v1 web visits', path: `/v1/web-visits?account_id=${accountId}&include=location`, init: search, containsOwn: true, count },
    {
      kind: 'v1 visitor companies',
      path: `/v1/web-visits/companies?account_id=${accountId}&${days}&include=location`,
      init: v1,
      containsOwn: true,
    },
    { kind: 'v1 company', path: `/v1/companies/${listedCompanyId}?account_id=${accountId}&include=tags`, init: v1, containsOwn: true },
    { kind: 'v1 tags', path: `/v1/tags?account_id=${accountId}`, init: v1, containsOwn: true },
    { kind: 'v1 lists', path: `/v1/lists?account_id=${accountId}&filter[scope]=company`, init: v1, containsOwn: true },
    { kind: 'earlier leads', path: `/accounts/${accountId}/leads?${days}`, init: earlier, containsOwn: true },
    { kind: 'earlier visits', path: `/accounts/${accountId}/visits?${days}`, init: earlier, containsOwn: true },
    {
      kind: "earlier lead's visits",
      path: `/accounts/${accountId}/leads/${listedCompanyId}/visits?${days}`,
      init: earlier,
      containsOwn: true,
    },
    { kind: 'app leads', path: `/app/api/accounts/${accountId}/leads?from=${startDate}&to=${endDate}`, init: app, containsOwn: true },
    {
      kind: "app company's visits",
      path: `/app/api/accounts/${accountId}/companies/${listedCompanyId}/timeline?kind=visit`,
      init: app,
      containsOwn: true,
    },
    { kind: 'app exports', path: `/app/api/accounts/${accountId}/exports`, init: app, containsOwn: false },
  ];
}
