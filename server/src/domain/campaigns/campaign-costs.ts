import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getCampaign } from './get-campaign.ts';

type CampaignCost = { id: string; firstDay: string; lastDay: string; amount: number; currency: string };

const maxCosts = 500;

/** Lists the costs of a campaign, newest period first. */
export async function listCampaignCosts(ctx: Pick<Context, 'db'>, accountId: string, campaignId: string): Promise<CampaignCost[]> {
  const { rows } = await sql<CampaignCost>`
    select id, first_day as "firstDay", last_day as "lastDay", amount_cents / 100.0::float8 as amount, currency from campaign_costs
    where account_id = ${accountId} and campaign_id = ${checkRecordId(campaignId, 'campaign')}
    order by first_day desc, id desc limit ${maxCosts}`.execute(ctx.db);
  return rows;
}

/** Adds the cost of a period. A campaign has one currency, because amounts in different currencies cannot be added up. */
export async function createCampaignCost(
  ctx: Context,
  accountId: string,
  campaignId: string,
  cost: Omit<CampaignCost, 'id'>,
): Promise<CampaignCost> {
  const { name } = await getCampaign(ctx, accountId, checkRecordId(campaignId, 'campaign'));
  if (cost.lastDay < cost.firstDay) {
    throw new Problem('invalid_input', { title: 'The last day is before the first one.', parameter: 'lastDay' });
  }
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const cents = Math.round(cost.amount * 100);
  if (cents <= 0) throw new Problem('invalid_input', { title: 'The cost must be more than zero.', parameter: 'amount' });
  const create = async (trx: Context['db']) => {
    await sql`select 1 from campaigns where account_id = ${accountId} and id = ${campaignId} for update`.execute(trx);
    const existing = await listCampaignCosts({ db: trx }, accountId, campaignId);
    const currency = existing[0]?.currency ?? cost.currency;
    if (currency !== cost.currency) {
      throw new Problem('conflict', {
        title: `The costs of this campaign are in ${currency}. Enter the amount in ${currency}.`,
        parameter: 'currency',
      });
    }
    if (existing.length >= maxCosts) throw new Problem('conflict', `A campaign can have at most ${maxCosts} costs. Delete old ones first.`);
    await sql`
      insert into campaign_costs (account_id, id, campaign_id, first_day, last_day, amount_cents, currency, created_at)
      values (${accountId}, ${id}, ${campaignId}, ${cost.firstDay}, ${cost.lastDay}, ${cents}, ${currency}, ${ctx.clock.now()})`.execute(
      trx,
    );
  };
  const detail = { name, ...cost };
  await withAudit(ctx, create, () => ({
    for: { accountId },
    action: 'campaign.cost_added',
    subject: { kind: 'campaign', id: campaignId },
    detail,
  }));
  return { id, ...cost, amount: cents / 100 };
}

export async function deleteCampaignCost(ctx: Context, accountId: string, campaignId: string, costId: string): Promise<void> {
  const remove = async (trx: Context['db']) => {
    const { numAffectedRows } = await sql`
      delete from campaign_costs where account_id = ${accountId} and campaign_id = ${checkRecordId(campaignId, 'campaign')}
        and id = ${checkRecordId(costId, 'cost')}`.execute(trx);
    if (numAffectedRows === 0n) throw new Problem('not_found', `There is no cost ${costId}.`);
  };
  await withAudit(ctx, remove, () => ({
    for: { accountId },
    action: 'campaign.cost_deleted',
    subject: { kind: 'campaign', id: campaignId },
  }));
}
