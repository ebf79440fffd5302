import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { dayMs } from '../../lib/day-ms.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import { excludeKnownByPreviousId } from '../companies/exclude-known-by-previous-id.ts';
import type { Context } from '../context.ts';
import { isCheckDue } from '../feed-changes/read-feed-changes.ts';
import { type AlertSettings, readAlertSettings } from '../feeds/alert-settings.ts';
import { type BuiltInFeedId, builtInFeed } from '../feeds/feed.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import { feedLeads, matchingLeads } from '../feeds/matching-leads.ts';
import type { Scope } from '../feeds/scope.ts';
import { type StoredFilters, withFilterDefaults } from '../feeds/stored-filters.ts';
import { visitIntervalOf } from '../feeds/visit-interval.ts';
import { lockLanes } from '../lanes/lanes.ts';
import type { Lead } from '../leads/lead.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { getOutreach } from '../settings/outreach.ts';
import type { AlertLead } from './alert-message.ts';
import { enqueueDelivery } from './send-delivery.ts';

/** Pause between two rounds. Leads that enter a feed within this time share a message. */
export const announcePauseMs = 20_000;

/** Only leads with a visit in this period are announced, as for lists that follow a feed. */
const intervalDays = 365;
/** Recommended leads are selected by the visits of the last month, as in the web application. */
const recommendedDays = 30;

/** Maximum number of leads in one message; the rest go into further messages. */
const maxLeadsPerMessage = 100;

/** Maximum number of accounts per round whose leads are all checked. Many are due after an import or at midnight; the rest wait. */
const maxFullChecks = 100;

/** While the database works for one account, messages of another are composed. */
const accountsAtOnce = 2;

type FeedRow = {
  id: string;
  filters: StoredFilters;
  built_in_id: BuiltInFeedId | null;
  alert_settings: Partial<AlertSettings>;
  alerts_since: Date;
  known_leads_at: Date | null;
  alerts_checked_at: Date | null;
  webhook_disabled_at: Date | null;
};

/** Full checks start only for this time per round, because changes that happen meanwhile wait for the next round. */
const maxFullCheckMs = 10_000;

/** Which leads to check: those that have changed, or also all leads of the feeds whose daily check is due. */
type LeadsToCheck = 'changed' | 'due';

/**
 * Announces new leads, first in the accounts where something has changed. All leads are also checked once a day, because conditions can
 * become true as days pass.
 */
export async function announceLeadsOfAccounts(ctx: Context, fullCheckMs = maxFullCheckMs): Promise<void> {
  await announceInAccounts(ctx, await listChangedAccounts(ctx), 'changed');
  const endMs = performance.now() + fullCheckMs;
  await announceInAccounts(ctx, await listDueAccounts(ctx), 'due', () => performance.now() < endMs);
}

async function announceInAccounts(ctx: Context, ids: readonly string[], leads: LeadsToCheck, mayContinue = () => true): Promise<void> {
  const accountIds = ids.values();
  const announceNext = async () => {
    for (const accountId of accountIds) {
      if (!mayContinue()) return;
      try {
        await announceLeads(ctx, accountId, leads);
      } catch (error) {
        ctx.log.error({ err: error, accountId }, 'New leads could not be announced; retrying later');
      }
    }
  };
  await Promise.all(Array.from({ length: accountsAtOnce }, announceNext));
}

async function listChangedAccounts(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from feed_changes where reader = 'alerts'`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Lists accounts whose leads are all to be checked, longest waiting first. */
async function listDueAccounts(ctx: Context): Promise<string[]> {
  const today = sql`(${ctx.clock.now()}::timestamptz at time zone a.timezone)::date`;
  const { rows } = await sql<{ id: string }>`
    select f.account_id as id from custom_feeds f join accounts a on a.id = f.account_id
    where f.alerts_since is not null and (f.alerts_checked_at is null or f.alerts_checked_at < ${today}::timestamp at time zone a.timezone)
    group by f.account_id order by min(coalesce(f.alerts_checked_at, '-infinity')), f.account_id limit ${maxFullChecks}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/**
 * Finds leads of an account that entered a feed since its alerts were turned on, and creates messages about them. One transaction records a
 * lead as known and queues its message, so each lead is announced exactly once. The first check of a feed includes all leads.
 */
export async function announceLeads(ctx: Context, accountId: string, leads: LeadsToCheck = 'due'): Promise<void> {
  await waitForBatches(ctx, accountId);
  await ctx.db.transaction().execute(async (trx) => {
    const { rows: feeds } = await sql<FeedRow>`
      select id, filters, built_in_id, alert_settings, alerts_since, known_leads_at, alerts_checked_at, webhook_disabled_at from custom_feeds
      where account_id = ${accountId} and alerts_since is not null order by id for update`.execute(trx);
    const { rows: changes } = await sql<{ company_ids: string[] }>`
      delete from feed_changes where account_id = ${accountId} and reader = 'alerts' returning company_ids`.execute(trx);
    if (feeds.length === 0) return;
    const now = ctx.clock.now();
    const account = await getAccount({ ...ctx, db: trx }, accountId);
    const isDue = ({ alerts_checked_at, known_leads_at }: FeedRow) =>
      known_leads_at === null || (leads === 'due' && isCheckDue(alerts_checked_at, now, account.timezone));
    const unknownByFeed = await findUnknownLeads(
      trx,
      accountId,
      feeds.filter((feed) => !isDue(feed)),
      [...new Set(changes.flatMap(({ company_ids }) => company_ids))],
    );
    const scopeAt = await prepareScope(ctx, trx, account, feeds);
    for (const feed of feeds) {
      // Recommended leads are ranked, so a change of one company can add another.
      const isRankingChanged = feed.built_in_id === 'recommended_leads' && changes.length > 0;
      const among = isDue(feed) || isRankingChanged ? null : unknownByFeed.get(feed.id);
      if (among === undefined) continue;
      await announceLeadsOfFeed(ctx, trx, { accountId, feed, scopeAt, among });
    }
  });
}

/** Batches of events that began before alerts were turned on record no feed changes, so the first check waits until they have ended. */
async function waitForBatches(ctx: Context, accountId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from custom_feeds where account_id = ${accountId} and alerts_since is not null and known_leads_at is null limit 1`.execute(
    ctx.db,
  );
  if (rows.length > 0) await ctx.db.transaction().execute((trx) => lockLanes(trx, accountId));
}

/** Returns, for each feed, the given leads that are not yet recorded as known. */
async function findUnknownLeads(
  trx: Transaction<DB>,
  accountId: string,
  feeds: readonly FeedRow[],
  companyIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (feeds.length === 0 || companyIds.length === 0) return new Map();
  const feedIds = feeds.map(({ id }) => id);
  const { rows } = await sql<{ feed_id: string; company_id: string }>`
    select feed_id, company_id from alert_known_leads
    where account_id = ${accountId} and feed_id = any(${feedIds}::uuid[]) and company_id = any(${companyIds}::bigint[])`.execute(trx);
  const known = new Set(rows.map(({ feed_id, company_id }) => `${feed_id} ${company_id}`));
  const unknown = feedIds.map((id) => [id, companyIds.filter((companyId) => !known.has(`${id} ${companyId}`))] as const);
  return new Map(unknown.filter(([, ids]) => ids.length > 0));
}

type ScopeAt = (days: number, until: Date | null) => Scope;

async function prepareScope(
  ctx: Context,
  trx: Transaction<DB>,
  account: { id: string; timezone: string },
  feeds: readonly FeedRow[],
): Promise<ScopeAt> {
  const now = ctx.clock.now();
  const dayAt = (time: number) => dayOf(time, account.timezone);
  const intervalAt = (days: number, until: Date | null) =>
    visitIntervalOf(dayAt(now.getTime() - days * dayMs), dayAt(now.getTime()), account.timezone, until);
  const scope = await loadFeedScope({ ...ctx, db: trx }, account, intervalAt(intervalDays, null), {
    filters: feeds.map(({ filters }) => withFilterDefaults(filters)),
  });
  return (days, until) => ({ ...scope, interval: intervalAt(days, until) });
}

/** `among` are the companies to check; null for all leads. */
type FeedCheck = { accountId: string; feed: FeedRow; scopeAt: ScopeAt; among: readonly string[] | null };

async function announceLeadsOfFeed(ctx: Context, trx: Transaction<DB>, check: FeedCheck): Promise<void> {
  const { accountId, feed, among } = check;
  const { alerts_since, known_leads_at, webhook_disabled_at } = feed;
  const { email, recipients, webhook, paused } = readAlertSettings(feed.alert_settings);
  if (known_leads_at === null) await recordKnownLeads(ctx, trx, check, alerts_since);
  const companyIds = await recordKnownLeads(ctx, trx, check, null);
  if (among === null) {
    const now = ctx.clock.now();
    await sql`
      update custom_feeds set alerts_checked_at = ${now}, known_leads_at = coalesce(known_leads_at, ${now})
      where account_id = ${accountId} and id = ${feed.id}`.execute(trx);
  }
  if (paused || companyIds.length === 0) return;
  const { skip_do_not_contact } = await getOutreach({ db: trx }, accountId);
  for (let index = 0; index < companyIds.length; index += maxLeadsPerMessage) {
    const leads = await loadAlertLeads(trx, accountId, companyIds.slice(index, index + maxLeadsPerMessage), skip_do_not_contact);
    if (leads.length === 0) continue;
    const feedKey = { accountId, feedId: feed.id };
    if (webhook !== null && webhook_disabled_at === null) await addDelivery(ctx, trx, feedKey, 'webhook', leads);
    if (email || recipients.length > 0) await addDelivery(ctx, trx, feedKey, 'email', leads);
  }
}

/** Records the leads that match the feed (now, or at a time in the past) and returns those that were not known yet. */
async function recordKnownLeads(
  ctx: Context,
  trx: Transaction<DB>,
  { accountId, feed, scopeAt, among }: FeedCheck,
  until: Date | null,
): Promise<string[]> {
  const only = among === null ? sql`` : sql`where lead.company_id = any(${among}::bigint[])`;
  const { rows } = await sql<{ company_id: string }>`
    insert into alert_known_leads (account_id, feed_id, company_id, known_since)
    select ${accountId}::bigint, ${feed.id}::uuid, lead.company_id, ${ctx.clock.now()}::timestamptz
    from ${leadsOf(feed, scopeAt, until)} as lead ${only}
    order by lead.company_id
    on conflict do nothing returning company_id`.execute(trx);
  const added = rows.map(({ company_id }) => company_id);
  return excludeKnownByPreviousId(
    trx,
    added,
    (previousId) => sql`exists (
      select 1 from alert_known_leads where account_id = ${accountId} and feed_id = ${feed.id} and company_id = ${previousId})`,
  );
}

function leadsOf({ built_in_id, filters }: FeedRow, scopeAt: ScopeAt, until: Date | null) {
  const builtIn = built_in_id && builtInFeed(built_in_id);
  if (!builtIn) return matchingLeads(scopeAt(intervalDays, until), withFilterDefaults(filters));
  return feedLeads(scopeAt(built_in_id === 'recommended_leads' ? recommendedDays : intervalDays, until), builtIn);
}

async function loadAlertLeads(
  trx: Transaction<DB>,
  accountId: string,
  companyIds: string[],
  onlyContactable: boolean,
): Promise<AlertLead[]> {
  const leads = await loadLeads(trx, accountId, companyIds, { parts: ['profile', 'doNotContact'] });
  const lastVisitMs = ({ lastVisitAt }: Lead) => lastVisitAt?.getTime() ?? 0;
  return leads
    .filter(({ doNotContact }) => !(onlyContactable && doNotContact))
    .sort((a, b) => lastVisitMs(b) - lastVisitMs(a) || Number(a.companyId) - Number(b.companyId))
    .map(alertLead);
}

function alertLead({ companyId, profile: { address }, ...lead }: Lead<'profile'>): AlertLead {
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
  { accountId, feedId }: { accountId: string; feedId: string },
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
