import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { required } from '../../lib/required.ts';
import type { Context } from '../context.ts';
import { addressKey } from '../identification/address-key.ts';
import { type BacklogRow, findInInbox } from './find-in-inbox.ts';
import type { Subject } from './subject.ts';

/** Records of an account or the shared directory that belong to a person by key, as opposed to a mention in a text. */
export type Person = { visitorIds: string[]; addressKey: string | null; contactIds: string[]; backlog: BacklogRow[] };

export async function findPerson(ctx: Context, db: Database, accountId: string, subject: Subject): Promise<Person> {
  const key = subject.kind === 'address' ? await keyOf(db, accountId, subject.value) : null;
  const visitorIds =
    subject.kind === 'visitor' ? [subject.value] : subject.kind === 'email' ? await visitorsOf(db, accountId, subject.value) : [];
  const backlog = await findInInbox(ctx, db, accountId, subject, new Set(visitorIds));
  return { visitorIds, addressKey: key, contactIds: await contactsOf(db, subject), backlog };
}

/** Visitors who gave this e-mail address, now or in any stored visit. */
async function visitorsOf(db: Database, accountId: string, email: string): Promise<string[]> {
  const identified = JSON.stringify({ hits: [{ m: email }] });
  const { rows } = await sql<{ id: string }>`
    select id from visitors where account_id = ${accountId} and lower(email) = ${email}
    union select visitor_id from visits where account_id = ${accountId} and events::jsonb @> ${identified}::jsonb`.execute(db);
  return rows.map(({ id }) => id).sort();
}

export async function contactsOf(db: Database, { kind, value }: Subject): Promise<string[]> {
  if (kind !== 'email') return [];
  const { rows } = await sql<{ id: string }>`
    select id from contacts where lower(email) = ${value}
      or exists (select 1 from jsonb_array_elements(emails) as one where lower(one ->> 'value') = ${value}) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function keyOf(db: Database, accountId: string, address: string): Promise<string | null> {
  const row = await db.selectFrom('address_secrets').select('secret').where('account_id', '=', accountId).executeTakeFirst();
  return row ? addressKey(row.secret, required(parseIpAddress(address))) : null;
}
