import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Ids } from '../domain/context.ts';

const epochMs = Date.UTC(2020, 0, 1);

export function createIds(now: () => number): Ids {
  // An id has 63 bits: 41 for the time in milliseconds, 10 for the process and 12 for a sequence. Two processes can have the same 10 bits,
  // so an insert must not assume that a conflicting row is its own.
  const processBits = BigInt(randomBytes(2).readUInt16BE() & 0x3ff) << 12n;
  let last = 0;
  let sequence = 0;
  return {
    uuid: randomUUID,
    ordered() {
      const time = Math.max(now() - epochMs, last);
      sequence = time === last ? sequence + 1 : 0;
      last = sequence > 0xfff ? time + 1 : time;
      if (sequence > 0xfff) sequence = 0;
      return String((BigInt(last) << 22n) | processBits | BigInt(sequence));
    },
    async records(db, count) {
      const { rows } = await sql<{ id: string }>`select nextval('record_ids')::text as id from generate_series(1, ${count}::int)`.execute(
        db,
      );
      return rows.map(({ id }) => id);
    },
  };
}
