import { setTimeout as pause } from 'node:timers/promises';
import type { DemoFile } from './demo-file.ts';
import type { DemoEvent } from './traffic.ts';

const maxAttempts = 60;

/** The API key of the demo is rejected, for example because its account was deleted. */
export class KeyRefused extends Error {}

/** Sends events to the server-side tracking API. Retries while the collector responds with 429 or 503. */
export async function postEvents(url: string, { accountId, key }: DemoFile, events: DemoEvent[]): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const response = await fetch(`${url}/v1/collect?account_id=${accountId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ events }),
    });
    const body = await response.text();
    if (response.status === 202) {
      const { data }: { data: { attributes: { rejected: unknown[] } } } = JSON.parse(body);
      const { rejected } = data.attributes;
      if (rejected.length > 0) throw new Error(`The collector refused demo events: ${JSON.stringify(rejected[0])}`);
      return;
    }
    if (response.status === 401 || response.status === 403) throw new KeyRefused('The API key of the demo is rejected.');
    if (response.status !== 429 && response.status !== 503)
      throw new Error(`The collector responded with ${response.status} to demo events: ${body.slice(0, 300)}`);
    const waitSeconds = Math.min(Number(response.headers.get('retry-after') ?? 1) || 1, 5);
    await pause(waitSeconds * 1000);
  }
  throw new Error('The collector was too busy for the demo events.');
}
