import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { readJson } from './read-json.ts';

/** A user agent of a real browser, which no list classifies as a bot. */
export const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

type SentEvent = Record<string, unknown> & { id: string };

export function pageView(fields: Record<string, unknown> = {}): SentEvent {
  return { id: randomUUID(), kind: 'page_view', occurred_at: Date.now(), url: 'https://shop.example/', ...fields };
}

type PostOptions = {
  url: string;
  scriptHash?: string;
  events?: unknown[];
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** Posts to the collector like a tracker. */
export function post({ url, scriptHash, events = [pageView()], body = {}, headers = {} }: PostOptions): Promise<Response> {
  return fetch(`${url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': chrome, ...headers },
    body: JSON.stringify({ script_hash: scriptHash, sent_at: Date.now(), events, ...body }),
  });
}

export async function errorTitleOf(response: Response): Promise<string> {
  const { errors } = await readJson<{ errors: { title: string }[] }>(response);
  return firstOf(errors).title;
}

/** Polls until the condition holds. The limit only stops a test that would wait forever, even on a very busy machine. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 200_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  // The pauses grow, because checking a condition takes CPU time from what it waits for.
  for (let pauseMs = 20; !(await condition()); pauseMs = Math.min(pauseMs * 1.5, 250)) {
    if (Date.now() > deadline) throw new Error('The condition was not met in time.');
    await pause(pauseMs);
  }
}
