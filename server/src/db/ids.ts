import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './connect.ts';

export type Ids = {
  uuid(): string;
  /** Grows with time within a process, and is unlike that of every other process. */
  ordered(): string;
  /** Short numbers for records that people read. */
  records(db: Database, count: number): Promise<string[]>;
};

const epochMs = Date.UTC(2026, 0, 1);

export function makeIds(now: () => number): Ids {
  // 41 bits of milliseconds, 10 bits of process, 12 bits of sequence: 63 in all.
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

/** A positive number that stands for the contents: the same on every machine, and free of a round trip. */
export function hashId(...parts: (string | number | null)[]): string {
  const digest = createHash('sha1').update(JSON.stringify(parts)).digest();
  return String(digest.readBigUInt64BE() & 0x1fffffffffffffn);
}
