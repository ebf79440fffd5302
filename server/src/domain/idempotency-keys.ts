import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from './context.ts';

export type StoredResponse = { status: number; headers: Record<string, string>; body: string | null };
type IdempotentRequest = { subject: string; key: string; fingerprint: Buffer };

const retentionMs = 24 * 3_600_000;
/** If a request has no response after this time, its process died or could not store the response. Longer than any request may take. */
const interruptedMs = 11 * 60_000;
const pollMs = 40;
const maxWaitMs = 28_000;

/**
 * `isRepeated`: the response is a stored one. `another_request`: the key was used for a request with another fingerprint. `interrupted`: the
 * first request may have been executed, but its response was not stored.
 */
type IdempotentOutcome =
  | { response: StoredResponse; isRepeated: boolean }
  | { conflict: 'another_request' | 'still_running' | 'interrupted' };

/**
 * Runs a request for the first use of its idempotency key. A retry gets the stored response; it waits up to `maxWaitMs` for a first
 * request that is still running. Internal errors are not stored, so retries can succeed. A retry of an interrupted request is rejected,
 * because it could execute the request a second time.
 */
export async function withIdempotencyKey(
  ctx: Context,
  request: IdempotentRequest,
  run: () => Promise<StoredResponse>,
): Promise<IdempotentOutcome> {
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollMs) {
    if (await claim(ctx, request)) return { response: await runAndStore(ctx, request, run), isRepeated: false };
    const entry = await findEntry(ctx, request);
    if (!entry) continue;
    if (!entry.fingerprint.equals(request.fingerprint)) return { conflict: 'another_request' };
    if (entry.response) return { response: entry.response, isRepeated: true };
    if (entry.isInterrupted) return { conflict: 'interrupted' };
    await pause(pollMs);
  }
  return { conflict: 'still_running' };
}

async function claim(ctx: Context, { subject, key, fingerprint }: IdempotentRequest): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('idempotency_keys')
    .values({ subject, key, fingerprint, created_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns null if there is no valid entry. Deletes an expired entry. */
async function findEntry(
  ctx: Context,
  { subject, key }: IdempotentRequest,
): Promise<{ fingerprint: Buffer; response: StoredResponse | null; isInterrupted: boolean } | null> {
  const row = await ctx.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('subject', '=', subject)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const ageMs = ctx.clock.now().getTime() - row.created_at.getTime();
  if (ageMs >= retentionMs) {
    await ctx.db
      .deleteFrom('idempotency_keys')
      .where('subject', '=', subject)
      .where('key', '=', key)
      .where('created_at', '=', row.created_at)
      .execute();
    return null;
  }
  const response = row.status === null ? null : { status: row.status, headers: row.headers ?? {}, body: row.body };
  return { fingerprint: row.fingerprint, response, isInterrupted: response === null && ageMs >= interruptedMs };
}

async function runAndStore(ctx: Context, request: IdempotentRequest, run: () => Promise<StoredResponse>): Promise<StoredResponse> {
  const { subject, key } = request;
  let response: StoredResponse;
  try {
    response = await run();
  } catch (error) {
    await ctx.db.deleteFrom('idempotency_keys').where('subject', '=', subject).where('key', '=', key).execute();
    throw error;
  }
  try {
    await store(ctx, request, response);
  } catch (error) {
    // The request has been executed, so its key stays: without it, a retry would execute the request again.
    ctx.log.warn({ err: error }, 'Could not store the response of a request with an idempotency key');
  }
  return response;
}

async function store(ctx: Context, { subject, key }: IdempotentRequest, { status, headers, body }: StoredResponse): Promise<void> {
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ status, headers: JSON.stringify(headers), body })
    .where('subject', '=', subject)
    .where('key', '=', key)
    .execute();
}

/** Deletes expired keys and their stored responses. */
export async function deleteOldIdempotencyKeys(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(ctx.clock.now().getTime() - retentionMs))
    .execute();
}
