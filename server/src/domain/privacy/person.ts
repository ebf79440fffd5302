import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { required } from '../../lib/required.ts';
import type { Context } from '../context.ts';
import { addressKey } from '../identification/address-key.ts';
import { listVisitPartitions } from '../visits/ensure-partitions.ts';
import { containsEmail } from './conditions.ts';
import { type BacklogRow, findInEventQueue } from './find-in-event-queue.ts';
import type { Subject } from './subject.ts';

/** The keys of stored records that belong to a person, as opposed to records that mention the person in a string. */
type PersonKeys = { visitorIds: string[]; addressKey: string | null; contactIds: string[] };

/** The keys of a person and their events in the event queue. */
export type Person = PersonKeys & { backlog: BacklogRow[] };

export async function findPerson(ctx: Context, accountId: string, subject: Subject, contactIds: string[]): Promise<Person> {
  const keys = await findPersonKeys(ctx.db, accountId, subject, contactIds);
  return { ...keys, backlog: await findInEventQueue(ctx.db, accountId, subject, new Set(keys.visitorIds)) };
}

/** Finds the keys of a person. If the subject is an e-mail address, this searches all visits of the account. */
export async function findPersonKeys(db: Database, accountId: string, subject: Subject, contactIds: string[]): Promise<PersonKeys> {
  const key = subject.kind === 'address' ? await findAddressKey(db, accountId, subject.value) : null;
  const visitorIds =
    subject.kind === 'visitor' ? [subject.value] : subject.kind === 'email' ? await findVisitorIds(db, accountId, subject.value) : [];
  return { visitorIds, addressKey: key, contactIds };
}

/** Finds the visitors who gave this e-mail address last or in any stored visit. Searches by month, so that no statement takes long. */
async function findVisitorIds(db: Database, accountId: string, email: string): Promise<string[]> {
  const { rows: known } = await sql<{ id: string }>`
    select id from visitors where account_id = ${accountId} and lower(email) = ${email}`.execute(db);
  const found = new Set(known.map(({ id }) => id));
  for (const { from, to } of await listVisitPartitions(db)) {
    const { rows } = await sql<{ id: string }>`
      select distinct visitor_id as id from visits
      where account_id = ${accountId} and started_at >= ${from} and started_at < ${to} and ${containsEmail(email)}`.execute(db);
    for (const { id } of rows) found.add(id);
  }
  return [...found].sort();
}

/** Finds the contacts with the e-mail address. Searches the directory of all accounts, so callers do this once. */
export async function findContactIds(db: Database, { kind, value }: Subject): Promise<string[]> {
  if (kind !== 'email') return [];
  const { rows } = await sql<{ id: string }>`
    select id from contacts where lower(email) = ${value}
      or exists (select 1 from jsonb_array_elements(emails) as one where lower(one ->> 'value') = ${value}) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function findAddressKey(db: Database, accountId: string, address: string): Promise<string | null> {
  const row = await db.selectFrom('address_secrets').select('secret').where('account_id', '=', accountId).executeTakeFirst();
  return row ? addressKey(row.secret, required(parseIpAddress(address))) : null;
}
