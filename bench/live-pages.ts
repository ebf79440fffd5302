import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { itemAt } from '../server/src/lib/item-at.ts';
import { required } from '../server/src/lib/required.ts';
import { isAffected, readChange } from '../web/src/api/changes.ts';

/** The open pages of one account, which run in a separate process so that they do not use the CPU time of the service. */
export type PagesOptions = { url: string; accountId: string; cookie: string; pages: { paths: string[] }[] };
export type PagesReport = { notifications: number; requests: number; failures: number };

/** What the web application polls, in `useSession` and `useNotifications`. */
const polled = [
  { path: '/session', everyMs: 10_000 },
  { path: '/accounts/:accountId/notifications', everyMs: 60_000 },
];

const report: PagesReport = { notifications: 0, requests: 0, failures: 0 };
let hasEnded = false;

/** Opens a page as the web application does: requests its data, and then again whatever the event stream reports as changed. */
async function openPage({ url, accountId, cookie }: PagesOptions, paths: readonly string[]): Promise<void> {
  const base = `${url}/app/api/accounts/${accountId}`;
  const get = async (address: string, version?: string) => {
    report.requests++;
    const response = await fetch(address, { headers: { cookie, ...(version !== undefined && { 'x-data-version': version }) } });
    await response.arrayBuffer();
    if (response.status !== 200) report.failures++;
  };
  await Promise.all(paths.map((path) => get(base + path)));
  const stream = await fetch(`${base}/stream`, { headers: { cookie } });
  void follow(required(stream.body), async (message) => {
    const { kinds, version } = readChange(message);
    report.notifications++;
    await Promise.all(paths.filter((path) => isAffected([base, path], kinds)).map((path) => get(base + path, version)));
  });
  for (const { path, everyMs } of polled)
    void (async () => {
      await pause(Math.random() * everyMs);
      for (; !hasEnded; await pause(everyMs)) await get(`${url}/app/api${path.replace(':accountId', accountId)}`);
    })();
}

/** Calls `onChange` with the data of each event. */
async function follow(body: ReadableStream<Uint8Array>, onChange: (data: string) => Promise<void>): Promise<void> {
  let received = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    received += chunk;
    const messages = received.split('\n\n');
    received = itemAt(messages, messages.length - 1);
    for (const message of messages.slice(0, -1)) {
      const data = /^event: change\ndata: (.*)$/m.exec(message)?.[1];
      if (data !== undefined) await onChange(data);
    }
  }
}

const [options] = (await once(process, 'message')) as [PagesOptions];
for (const { paths } of options.pages) await openPage(options, paths);
process.send?.('open');
for (;;) {
  const [message] = await once(process, 'message');
  if (message === 'stop') break;
  process.send?.(report);
}
hasEnded = true;
process.exit();
