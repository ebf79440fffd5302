import { itemAt } from '../server/src/lib/item-at.ts';
import type { Twin } from './isolation-accounts.ts';
import { interval } from './lists-load.ts';

/** Results: times by kind of request, and all violations. */
export type RouteCall = {
  checked: number;
  latenciesMs: Record<string, number[]>;
  /** Responses with the other account's marker. */
  foreign: string[];
  /** Responses without the account's own marker, or with a wrong number of rows. */
  wrong: string[];
  refused: string[];
};

type Question = {
  kind: string;
  path: string;
  init: RequestInit;
  /** Whether the response contains rows of the account. */
  holdsOwn: boolean;
  /** The path of the total in the response. */
  count?(answer: unknown): number;
};

/** Sends requests for one or several accounts concurrently and reads every response completely. */
export class IsolationClients {
  readonly asked: RouteCall = { checked: 0, latenciesMs: {}, foreign: [], wrong: [], refused: [] };
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async run(twin: Twin, clients: number, seconds: number): Promise<void> {
    const all = questionsOf(twin);
    const endMs = performance.now() + seconds * 1000;
    const lane = async (_: unknown, number: number) => {
      for (let turn = number; performance.now() < endMs; turn++) await this.#ask(twin, itemAt(all, turn % all.length));
    };
    await Promise.all(Array.from({ length: clients }, lane));
  }

  async #ask({ mark, foreignMark, visits }: Twin, { kind, path, init, holdsOwn, count }: Question) {
    const beganMs = performance.now();
    const answer = await fetch(`${this.#url}${path}`, init);
    const text = await answer.text();
    this.asked.latenciesMs[kind] ??= [];
    this.asked.latenciesMs[kind].push(performance.now() - beganMs);
    this.asked.checked++;
    const about = `${kind} ${path}: ${answer.status} ${text.slice(0, 200)}`;
    if (answer.status !== 200) this.asked.refused.push(about);
    else if (text.includes(foreignMark)) this.asked.foreign.push(about);
    else if (holdsOwn && !text.includes(mark)) this.asked.wrong.push(about);
    else if (count && count(JSON.parse(text)) !== visits) this.asked.wrong.push(about);
  }
}

function questionsOf({ accountId, key, token, cookie }: Twin): Question[] {
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
  const company = 50_000_001;
  const count = (answer: unknown) => (answer as { meta: { pagination: { total_count: number } } }).meta.pagination.total_count;
  return [
    { kind: 'v1 web visits', path: `/v1/web-visits?account_id=${accountId}&include=location`, init: search, holdsOwn: true, count },
    {
      kind: 'v1 visitor companies',
      path: `/v1/web-visits/companies?account_id=${accountId}&${days}&include=location`,
      init: v1,
      holdsOwn: true,
    },
    { kind: 'v1 company', path: `/v1/companies/${company}?account_id=${accountId}&include=tags`, init: v1, holdsOwn: true },
    { kind: 'v1 tags', path: `/v1/tags?account_id=${accountId}`, init: v1, holdsOwn: true },
    { kind: 'v1 lists', path: `/v1/lists?account_id=${accountId}&filter[scope]=company`, init: v1, holdsOwn: true },
    { kind: 'earlier leads', path: `/accounts/${accountId}/leads?${days}`, init: earlier, holdsOwn: true },
    { kind: 'earlier visits', path: `/accounts/${accountId}/visits?${days}`, init: earlier, holdsOwn: true },
    { kind: "earlier lead's visits", path: `/accounts/${accountId}/leads/${company}/visits?${days}`, init: earlier, holdsOwn: true },
    { kind: 'app leads', path: `/app/api/accounts/${accountId}/leads?from=${startDate}&to=${endDate}`, init: app, holdsOwn: true },
    {
      kind: "app company's visits",
      path: `/app/api/accounts/${accountId}/companies/${company}/visits`,
      init: app,
      holdsOwn: true,
    },
    { kind: 'app exports', path: `/app/api/accounts/${accountId}/exports`, init: app, holdsOwn: false },
  ];
}
