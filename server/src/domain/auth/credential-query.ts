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
  credentials: CredentialRequests[],
  statement: (rows: RawBuilder<unknown>) => RawBuilder<Row>,
): Statement<Row> {
  const [first] = credentials;
  if (credentials.length === 1 && first) {
    return prepared(name, statement(sql`select ${first.hash}::bytea, ${first.requests}::int`));
  }
  const hashes = credentials.map(({ hash }) => hash);
  const requests = credentials.map((each) => each.requests);
  return statement(sql`select * from unnest(${hashes}::bytea[], ${requests}::int[])`);
}
