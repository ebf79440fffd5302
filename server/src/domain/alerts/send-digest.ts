import { getAccount } from '../accounts/get-account.ts';
import { mayBeContacted } from '../companies/do-not-contact.ts';
import type { Context } from '../context.ts';
import { findFeed } from '../feeds/get-feed.ts';
import { buildLeadConditions } from '../leads/build-lead-conditions.ts';
import { searchLeads } from '../leads/search-leads.ts';
import { composeMail } from '../mails/compose-mail.ts';
import { getMailBrand } from '../mails/mail-brand.ts';
import { mailTexts } from '../mails/mail-texts.ts';
import { getOutreach } from '../settings/outreach.ts';
import type { DigestFrequency } from './digest-schedule.ts';
import { type DigestKey, deleteDigest } from './digests.ts';

export const sendDigestJobName = 'send-digest';

export type DigestMail = DigestKey & { frequency: DigestFrequency; from: string; to: string };

const maxItems = 10;

/**
 * Mails the companies of a feed that visited on the days of the digest, as the web application lists them. Sends nothing if there are none.
 */
export async function sendDigest(ctx: Context, digest: DigestMail): Promise<void> {
  const mailer = ctx.outgoing?.mail;
  if (!mailer) return;
  const { accountId, userId, feedId, frequency, from, to } = digest;
  // Viewers cannot unsubscribe, so a user who becomes one gets no more digests.
  const person = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.language'])
    .where('memberships.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .where('memberships.role', '<>', 'viewer')
    .executeTakeFirst();
  const feed = await findFeed(ctx, accountId, feedId);
  if (!person || !feed) return deleteDigest(ctx, digest);
  const { leads, total } = await searchDigestLeads(ctx, digest);
  if (total === 0) return;
  const language = person.language ?? 'en';
  const texts = mailTexts[language];
  const name = feed.kind === 'built_in' ? texts.builtInFeeds[feed.id] : feed.name;
  const { label, ...text } = texts.digest({ frequency, feed: name, total, shown: leads.length, from, to });
  const items = leads.map(({ name: company, domain, activity: { place, visits } }) => {
    const placeText = [place?.city, place?.countryCode].filter(Boolean).join(', ');
    return `${company} (${texts.facts({ domain, place: placeText, visits })})`;
  });
  const url = `${ctx.outgoing?.publicUrl()}/leads?feed=${feedId}&from=${from}&to=${to}&account=${accountId}`;
  const brand = await getMailBrand(ctx, await getAccount(ctx, accountId));
  // A retry has the same id, so mail clients show the message once.
  const id = `digest-${accountId}-${userId}-${feedId}-${to}`;
  await mailer.send({ id, to: person.email, ...composeMail({ language, brand, ...text, items, link: { label, url } }) });
}

async function searchDigestLeads(ctx: Context, { accountId, feedId, from, to }: DigestMail) {
  const conditions = await buildLeadConditions(ctx, { accountId, from, to, feedId, filters: { all: [] } });
  const { skip_do_not_contact } = await getOutreach(ctx, accountId);
  if (skip_do_not_contact) conditions.push(mayBeContacted(accountId));
  const order = { sort: 'quality', descending: true, search: '', hidden: false } as const;
  return searchLeads(ctx, { accountId, from, to, conditions, ...order, offset: 0, limit: maxItems });
}
