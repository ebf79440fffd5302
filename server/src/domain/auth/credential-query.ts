import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../lib/prepared.ts';
import type { CredentialRequests } from './admission-queue.ts';

type Statement<Row> = Pick<ReturnType<typeof prepared<Row>>, 'execute'>;

/**
 * Builds a query over the credentials of a batch. Batches of one credential are common, so their query is prepared. Preparing the query for
 * several credentials would save nothing: its generic plan would assume many of them, so PostgreSQL would replan it every time.
 */
export function credentialQuery<Row>(
  name: string,
  requested: CredentialRequests[],
  statement: (rows: RawBuilder<unknown>) => RawBuilder<Row>,
): Statement<Row> {
  const [one] = requested;
  if (requested.length === 1 && one) {
    return prepared(name, statement(sql`select ${one.hash}::bytea, ${one.requests}::int`));
  }
  const hashes = requested.map(({ hash }) => hash);
  const requests = requested.map((each) => each.requests);
  return statement(sql`select * from unnest(${hashes}::bytea[], ${requests}::int[])`);
}
