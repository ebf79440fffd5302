import { errorMessage } from '../../lib/error-message.ts';
import { firstOf } from '../../lib/first-of.ts';
import { isImplausiblyLarge, parseIpRange } from '../../lib/ip-range.ts';
import { itemAt } from '../../lib/item-at.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { inSpan, type Span, type SpanOptions } from '../../lib/tracing.ts';
import type { ListEntry, PublicList } from './public-lists.ts';
import { readStoredList, type StoredList, writeStoredList } from './stored-list.ts';

type ListUpdate = { name: string; isNew: boolean; entries: number };
type UpdateOptions = { now: Date; timeoutMs?: number; urls?: string[] };

const defaultTimeoutMs = 60_000;
/** A list with less than this share of the previous entries is rejected as truncated or wrong. */
const minShare = 0.5;

/** Fetches a newer list, validates it and replaces the old one. If the new list is rejected, the old one stays in use. */
export async function updatePublicList(
  dataDir: string,
  list: PublicList,
  { now, timeoutMs = defaultTimeoutMs, urls = list.urls }: UpdateOptions,
): Promise<ListUpdate> {
  const stored = readStoredList(dataDir, list.name);
  const current = stored !== null && stored.urls.join() === urls.join() ? stored : null;
  const responses: ListResponse[] = [];
  for (const [index, url] of urls.entries()) responses.push(await request(list, url, current?.validators[index] ?? null, timeoutMs));
  if (current !== null && responses.every(({ text }) => text === null)) {
    writeStoredList(dataDir, { ...current, checkedAt: now.toISOString() });
    return { name: list.name, isNew: false, entries: current.entries.length };
  }
  const texts: string[] = [];
  for (const [index, response] of responses.entries())
    texts.push(response.text ?? (await request(list, itemAt(urls, index), null, timeoutMs)).text!);
  const entries = texts.flatMap((text, index) => readEntries(list, text, itemAt(urls, index)));
  checkEntries(list, entries, stored);
  const validators = responses.map(({ etag, lastModified }) => ({ etag, lastModified }));
  writeStoredList(dataDir, { name: list.name, urls, validators, fetchedAt: now.toISOString(), checkedAt: now.toISOString(), entries });
  return { name: list.name, isNew: true, entries: entries.length };
}

/** `text` is null if the list has not changed. */
type ListResponse = { text: string | null; etag: string | null; lastModified: string | null };
type Validators = StoredList['validators'][number];

async function request(list: PublicList, url: string, validators: Validators | null, timeoutMs: number): Promise<ListResponse> {
  const first = await download(list, url, list.link === undefined ? validators : null, timeoutMs);
  if (list.link === undefined || first.text === null || first.text.trimStart().startsWith('{')) return first;
  const link = list.link.exec(first.text)?.[0];
  if (link === undefined) refuse(list, `${url} does not link to a file with the expected name`);
  return download(list, link, validators, timeoutMs);
}

/** The URL is not traced, because `--from` may contain a secret. */
function download(list: PublicList, url: string, validators: Validators | null, timeoutMs: number): Promise<ListResponse> {
  const options: SpanOptions = { kind: 'client', attributes: { 'http.request.method': 'GET', 'leadlight.list': list.name } };
  return inSpan('GET public list', options, (span) => fetchList(list, url, validators, timeoutMs, span));
}

async function fetchList(
  list: PublicList,
  url: string,
  validators: Validators | null,
  timeoutMs: number,
  span: Span | null,
): Promise<ListResponse> {
  const headers: Record<string, string> = {};
  if (validators?.etag) headers['If-None-Match'] = validators.etag;
  if (validators?.lastModified) headers['If-Modified-Since'] = validators.lastModified;
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    span?.set({ 'http.response.status_code': response.status });
    const etag = response.headers.get('etag');
    const lastModified = response.headers.get('last-modified');
    if (response.status === 304 && validators !== null) return { text: null, etag: validators.etag, lastModified: validators.lastModified };
    if (response.status !== 200 || response.body === null) refuse(list, `${url} responds with ${response.status}`);
    const mediaType = firstOf((response.headers.get('content-type') ?? '').split(';', 1))
      .trim()
      .toLowerCase();
    if (mediaType !== '' && !list.mediaTypes.includes(mediaType))
      refuse(list, `${url} responds with ${mediaType}, which is not a media type of this list`);
    return { text: await readBody(list, url, response.body), etag, lastModified };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const cause = error instanceof Error ? error.cause : undefined;
    const reason =
      error instanceof Error && error.name === 'TimeoutError'
        ? `took longer than ${timeoutMs / 1000} seconds`
        : `cannot be read: ${errorMessage(cause ?? error)}`;
    return refuse(list, `${url} ${reason}`);
  }
}

async function readBody(list: PublicList, url: string, body: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > list.maxBytes) refuse(list, `${url} sends more than ${list.maxBytes / 1_000_000} MB`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function readEntries(list: PublicList, text: string, url: string): ListEntry[] {
  if (/^\s*<(?:!doctype|html)/i.test(text)) refuse(list, `${url} sends a web page`);
  try {
    return list.read(text);
  } catch {
    return refuse(list, `${url} does not have the expected format; it may be truncated`);
  }
}

function checkEntries(list: PublicList, entries: readonly ListEntry[], stored: StoredList | null): void {
  const implausible = entries.find((entry) => 'block' in entry && !isPlausibleBlock(entry.block));
  if (implausible !== undefined && 'block' in implausible)
    refuse(list, `"${implausible.block.slice(0, 60)}" is not a plausible address block`);
  const minEntries = Math.max(list.minEntries, (stored?.entries.length ?? 0) * minShare);
  if (entries.length < minEntries)
    refuse(list, `it has ${entries.length} entries, but at least ${Math.ceil(minEntries)} were expected; it seems to be truncated`);
}

function isPlausibleBlock(block: string): boolean {
  const range = parseIpRange(block);
  return range !== null && !isImplausiblyLarge(range);
}

function refuse(list: PublicList, reason: string): never {
  throw new OperatorError(`The list ${list.name} was not installed: ${reason}.`);
}
