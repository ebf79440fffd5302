import { Batcher, type Call } from '../../lib/batcher.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Admission } from './principal.ts';

/** The hash of a credential, and the number of its requests since the last query. */
export type CredentialRequests = { hash: Buffer; requests: number };
/** Returns the admissions of each credential, one per request, by its hash in base64. Unknown credentials have none. */
export type Admit = (credentials: CredentialRequests[]) => Promise<Map<string, Admission[]>>;

/** One query can be prepared while another runs; more would only wait for the same row locks. */
const maxInFlight = 2;

/**
 * Looks up credentials and counts their requests, with one query for all requests that arrived during the previous one.
 * Nothing is cached between queries: a revoked key is rejected at the next request, and counts are exact across processes.
 */
export function admissionQueue(admit: Admit, unknown: Admission): (hash: Buffer) => Promise<Admission> {
  const batcher = new Batcher<Buffer, Admission>(
    async (calls) => {
      const byHash = Map.groupBy(calls, ({ item }) => item.toString('base64'));
      const admissions = await admit(Array.from(byHash.values(), credentialRequests));
      for (const [hash, requests] of byHash) {
        const ofCredential = admissions.get(hash);
        for (const [index, call] of requests.entries()) call.resolve(ofCredential?.[index] ?? unknown);
      }
    },
    { maxInFlight },
  );
  return (hash) => batcher.call(hash);
}

function credentialRequests(requests: Call<Buffer, Admission>[]): CredentialRequests {
  return { hash: firstOf(requests).item, requests: requests.length };
}
