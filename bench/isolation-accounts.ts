import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import type { Connection } from '../server/src/db/connect.ts';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import { createKey } from '../server/src/domain/auth/api-keys.ts';
import { createToken } from '../server/src/domain/auth/api-tokens.ts';
import { createList } from '../server/src/domain/lists/write-lists.ts';
import { createTag } from '../server/src/domain/tags/write-tags.ts';
import { createUser } from '../server/src/domain/users/create-user.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { plainContext } from '../tests/kit/plain-context.ts';
import { loadAccount, loadCompanies } from './lists-load.ts';

/** One of two similar accounts. Its records contain `marker`, those of the other account `foreignMarker`. */
export type Twin = { accountId: string; key: string; token: string; cookie: string; marker: string; foreignMarker: string; visits: number };

const companies = 500;
const password = 'correct horse battery';

export async function createTwins({ db }: Connection, url: string, visits: number): Promise<[Twin, Twin]> {
  // The visits are in September 2026, so there must be a partition for that month.
  const clock = { now: () => new Date('2026-10-05T00:00:00Z') };
  const ctx = plainContext(db, tmpdir(), clock);
  await ensurePartitions(ctx);
  await loadCompanies(db, companies);
  const createTwin = async (marker: string, foreignMarker: string, count: number): Promise<Twin> => {
    const { id: accountId } = await createAccount(ctx, { name: 'Twin', plan: 'premium', timezone: 'UTC' });
    const email = `${marker}@bench.example`;
    await createUser(ctx, { accountId, email, password, role: 'owner' });
    const unlimited = 1_000_000_000;
    const { key } = await createKey(ctx, { email, ratePerSecond: unlimited, burst: unlimited, monthlyQuota: unlimited });
    const { token } = await createToken(ctx, { email });
    await loadAccount(db, { accountId, visits: count, companies });
    await sql`update pages set url = replace(url, '/page-', ${`/${marker}-`}), path = replace(path, '/page-', ${`/${marker}-`}), title = ${marker} where account_id = ${accountId}`.execute(
      db,
    );
    await sql`update places set city = city || ${` ${marker}`} where account_id = ${accountId}`.execute(db);
    const tag = await createTag(ctx, accountId, { name: `Tag ${marker}` });
    for (let number = 1; number <= 20; number++) await createList(ctx, accountId, { name: `List ${marker} ${number}`, scope: 'company' });
    await sql`insert into lead_tags (account_id, company_id, tag_id) select account_id, company_id, ${tag.id} from leads where account_id = ${accountId}`.execute(
      db,
    );
    return { accountId, key, token, cookie: await signIn(url, email), marker, foreignMarker, visits: count };
  };
  const twins: [Twin, Twin] = [
    await createTwin('heliotrope', 'vermilion', visits),
    // A different number of rows, so that totals over both accounts or over the other one are detected too.
    await createTwin('vermilion', 'heliotrope', visits + 137),
  ];
  await sql`vacuum analyze`.execute(db);
  return twins;
}

async function signIn(url: string, email: string): Promise<string> {
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${url}/app/api/session`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!response.ok) throw new Error(`The sign-in failed: ${await response.text()}`);
  return firstOf(firstOf(response.headers.getSetCookie()).split(';'));
}
