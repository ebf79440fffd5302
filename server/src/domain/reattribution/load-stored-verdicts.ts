import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Evidence } from '../identification/evidence.ts';
import type { AddressFacts, NetworkOfAddress } from '../identification/facts.ts';
import type { PublicKind } from '../identification/network-kind.ts';
import { decodeFacts } from '../identification/stored-facts.ts';

/** A stored verdict. Old verdicts may have no facts. */
export type StoredVerdict = {
  kind: PublicKind;
  confidence: number;
  network: NetworkOfAddress | null;
  evidence: Evidence[];
  facts: AddressFacts | null;
};

export async function loadStoredVerdicts(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, StoredVerdict>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('verdicts')
    .select(['id', 'kind', 'confidence', 'network', 'evidence', 'facts'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, kind, confidence, network, evidence, facts }) => [
      id,
      {
        kind,
        confidence,
        network,
        evidence,
        facts: facts === null ? null : decodeFacts(network, facts),
      },
    ]),
  );
}
