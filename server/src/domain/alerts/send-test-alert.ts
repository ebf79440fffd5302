import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { required } from '../../lib/required.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { noAlerts } from '../feeds/alert-settings.ts';
import { findAlertRow } from '../feeds/custom-feed.ts';
import { Problem } from '../problem.ts';
import type { AlertLead } from './alert-message.ts';
import { attemptDelivery, findAlertedFeed } from './attempt-delivery.ts';
import type { Delivery } from './delivery.ts';

/** `error` is null if the message was accepted for all recipients. */
export type TestResult = { channel: Delivery['channel']; status: number | null; error: string | null };

const testsPerMinute = 10;
const testAction = 'feed.alert_tested';

const exampleLead: AlertLead = {
  type: 'company',
  id: '0',
  attributes: {
    name: 'Example Company (test message)',
    domain: 'example.com',
    url: 'https://example.com',
    city: null,
    country_code: null,
    employee_range: null,
    visits: 1,
    first_visit_at: null,
    last_visit_at: null,
  },
};

/**
 * Immediately sends an example message to the recipients and the webhook of a feed, without retries. The test is recorded only in the audit
 * log.
 */
export async function sendTestAlert(ctx: Context, accountId: string, feedId: string): Promise<TestResult[]> {
  const row = await findAlertRow(ctx, accountId, feedId);
  const feed = row && (await findAlertedFeed(ctx, accountId, row.id));
  const { email, recipients, webhook } = feed?.alertSettings ?? noAlerts;
  const channels: Delivery['channel'][] = [
    ...(email || recipients.length > 0 ? (['email'] as const) : []),
    ...(webhook === null ? [] : (['webhook'] as const)),
  ];
  if (!feed || channels.length === 0)
    throw new Problem('conflict', 'Select recipients or set a webhook, and save, before you send a test.');
  await recordTestWithinLimit(ctx, accountId, feed);
  const outgoing = required(ctx.outgoing);
  return Promise.all(
    channels.map(async (channel): Promise<TestResult> => {
      const message = { accountId, id: ctx.ids.uuid(), channel, leads: [exampleLead], attempts: 1, createdAt: ctx.clock.now(), feed };
      const outcome = await attemptDelivery(ctx, outgoing, message);
      if ('dropped' in outcome) return { channel, status: null, error: outcome.dropped };
      return { channel, status: outcome.status, error: outcome.error ?? outcome.remark ?? null };
    }),
  );
}

/** Rejects the test if there were too many in the last minute; otherwise records it in the audit log. */
async function recordTestWithinLimit(ctx: Context, accountId: string, feed: { id: string; name: string }): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - 60_000);
  const { rows } = await sql<{ tests: number }>`
    select count(*)::int as tests from audit_log
    where account_id = ${accountId} and happened_at > ${since} and action = ${testAction}`.execute(ctx.db);
  if (firstOf(rows).tests >= testsPerMinute)
    throw new Problem('too_many_requests', {
      title: 'Too many test messages. Try again in a minute.',
      retryAfterSeconds: 60,
      cause: 'attempts',
    });
  await recordAudit(ctx, ctx.db, {
    for: { accountId },
    action: testAction,
    subject: { kind: 'feed', id: feed.id },
    detail: { name: feed.name },
  });
}
