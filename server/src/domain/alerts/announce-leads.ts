import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import type { Filters } from '../feed-filters/filter.ts';
import { type AlertSettings, readAlertSettings } from '../feeds/alert-settings.ts';
import { feedScope } from '../feeds/feed-scope.ts';
import { matchingLeads } from '../feeds/matching-leads.ts';
import { type StoredFilters, storedFilters } from '../feeds/stored-filters.ts';
import { windowOf } from '../feeds/window.ts';
import type { Lead } from '../leads/lead.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { getOutreach } from '../settings/outreach.ts';
import type { AlertLead } from './alert-message.ts';
import { enqueueDelivery } from './send-delivery.ts';

export const announceLeadsName = 'announce-leads';

/** Same time range as a list that follows a feed. */
const windowDays = 365;

/** Maximum number of leads in one message; the rest go into further messages. */
const maxLeadsPerMessage = 100;

type Row = {
  filters: StoredFilters;
  alert_settings: Partial<AlertSettings>;
  alerts_since: Date;
  known_leads_at: Date | null;
  webhook_disabled_at: Date | null;
};

/**
 * Finds leads that entered a feed since it was subscribed to, and creates messages about them. Recording a lead as known and queuing its
 * message is one transaction, so each lead is announced exactly once.
 */
export async function announceLeads(ctx: Context, accountId: string, feedId: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<Row>`
      select filters, alert_settings, alerts_since, known_leads_at, webhook_disabled_at from custom_feeds
      where account_id = ${accountId} and id = ${feedId} and alerts_since is not null for update`.execute(trx);
    if (!rows[0]) return;
    const { filters, alerts_since, known_leads_at, webhook_disabled_at } = rows[0];
    const { email, recipients, webhook, paused } = readAlertSettings(rows[0].alert_settings);
    const criteria = { accountId, feedId, filters: storedFilters(filters) };
    if (known_leads_at === null) {
      await noteLeads(ctx, trx, criteria, alerts_since);
      await sql`update custom_feeds set known_leads_at = ${ctx.clock.now()} where account_id = ${accountId} and id = ${feedId}`.execute(
        trx,
      );
    }
    const companyIds = await noteLeads(ctx, trx, criteria, null);
    if (paused) return;
    const { skip_do_not_contact } = await getOutreach({ db: trx }, accountId);
    for (let at = 0; at < companyIds.length; at += maxLeadsPerMessage) {
      const leads = await loadNoticed(trx, accountId, companyIds.slice(at, at + maxLeadsPerMessage), skip_do_not_contact);
      if (leads.length === 0) continue;
      if (webhook !== null && webhook_disabled_at === null) await addDelivery(ctx, trx, criteria, 'webhook', leads);
      if (email || recipients.length > 0) await addDelivery(ctx, trx, criteria, 'email', leads);
    }
  });
}

type Wanted = { accountId: string; feedId: string; filters: Filters };

/** Records the leads that match the feed (now, or at a time in the past) and returns those that were not known yet. */
async function noteLeads(
  ctx: Context,
  trx: Transaction<DB>,
  { accountId, feedId, filters }: Wanted,
  until: Date | null,
): Promise<string[]> {
  const now = ctx.clock.now();
  const account = await getAccount({ ...ctx, db: trx }, accountId);
  const dayAt = (time: number) => dayOf(time, account.timezone);
  const window = windowOf(dayAt(now.getTime() - windowDays * 86_400_000), dayAt(now.getTime()), account.timezone, until);
  const scope = await feedScope({ ...ctx, db: trx }, account, window);
  const { rows } = await sql<{ company_id: string }>`
    insert into alert_known_leads (account_id, feed_id, company_id, known_since)
    select ${accountId}::bigint, ${feedId}::uuid, lead.company_id, ${now}::timestamptz from ${matchingLeads(scope, filters)} as lead
    order by lead.company_id
    on conflict do nothing returning company_id`.execute(trx);
  return rows.map(({ company_id }) => company_id);
}

async function loadNoticed(trx: Transaction<DB>, accountId: string, companyIds: string[], onlyContactable: boolean): Promise<AlertLead[]> {
  const leads = await loadLeads(trx, accountId, companyIds, { parts: ['profile', 'doNotContact'] });
  const newestAt = ({ lastVisitAt }: Lead) => lastVisitAt?.getTime() ?? 0;
  return leads
    .filter(({ doNotContact }) => !(onlyContactable && doNotContact))
    .sort((a, b) => newestAt(b) - newestAt(a) || Number(a.companyId) - Number(b.companyId))
    .map(noticeOf);
}

function noticeOf({ companyId, profile: { address }, ...lead }: Lead<'profile'>): AlertLead {
  return {
    type: 'company',
    id: companyId,
    attributes: {
      name: lead.name,
      domain: lead.domain,
      url: lead.url,
      city: address.city,
      country_code: address.countryCode,
      employee_range: lead.employeeRange,
      visits: lead.visits,
      first_visit_at: lead.firstVisitAt?.toISOString() ?? null,
      last_visit_at: lead.lastVisitAt?.toISOString() ?? null,
    },
  };
}

async function addDelivery(
  ctx: Context,
  trx: Transaction<DB>,
  { accountId, feedId }: Wanted,
  channel: 'email' | 'webhook',
  leads: AlertLead[],
): Promise<void> {
  const id = ctx.ids.uuid();
  const now = ctx.clock.now();
  await trx
    .insertInto('alert_deliveries')
    .values({
      account_id: accountId,
      id,
      feed_id: feedId,
      channel,
      status: 'pending',
      leads: JSON.stringify(leads),
      created_at: now,
      next_attempt_at: now,
    })
    .execute();
  await enqueueDelivery(ctx, trx, accountId, id);
}

/** Queues a check of every feed with alerts. */
export async function announceFeeds(ctx: Context): Promise<void> {
  const feeds = await ctx.db.selectFrom('custom_feeds').select(['account_id', 'id']).where('alerts_since', 'is not', null).execute();
  for (const { account_id, id } of feeds) {
    const payload = { accountId: account_id, feedId: id };
    await ctx.jobs.add(ctx.db, announceLeadsName, payload, { key: `${announceLeadsName}:${account_id}:${id}` });
  }
}
