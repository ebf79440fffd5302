import { sql } from 'kysely';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { addressKey } from './address-key.ts';
import { addressSecret } from './address-secret.ts';
import { type JudgeContext, judgeVisits } from './judge-visits.ts';

/**
 * Asks for the host names of addresses that were just seen, and judges their visits anew where a name was found. Nobody
 * waits for this: the pipeline has stored the visits already. Addresses are not kept beyond the question.
 */
export async function askHostNames(ctx: JudgeContext, accountId: string, ips: Iterable<string>): Promise<void> {
  const { hostNames } = ctx.identifier;
  const addresses = [...new Set(ips)].flatMap((ip) => parseIpAddress(ip) ?? []).filter((address) => hostNames.known(address) === undefined);
  if (addresses.length === 0) return;
  const secret = await addressSecret(ctx, accountId);
  const answers = await Promise.all(
    addresses.map(async (address) => ({ key: addressKey(secret, address), hostName: await hostNames.find(address) })),
  );
  const found = new Map(answers.flatMap(({ key, hostName }) => (hostName ? [[key, hostName] as const] : [])));
  if (found.size === 0) return;
  await ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from inbox_lanes where account_id = ${accountId} order by lane for update`.execute(trx);
    await judgeVisits(ctx, trx, { accountId, scope: { addressKeys: [...found.keys()] }, limit: 1000, hostNames: found });
  });
}
