import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { composeMail } from '../mails/compose-mail.ts';
import { getMailBrand } from '../mails/mail-brand.ts';
import { mailTexts } from '../mails/mail-texts.ts';

export const mailNotificationJobName = 'mail-notification';

export type NotificationMail = { accountId: string; noteId: string; userId: string; companyId: string; author: string; note: string };

/** Mails a mention to a user of the account, in the user's language. */
export async function mailNotification(ctx: Context, mail: NotificationMail): Promise<void> {
  const { accountId, noteId, userId, companyId, author, note } = mail;
  const mailer = ctx.outgoing?.mail;
  if (!mailer) return;
  const member = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.language'])
    .where('memberships.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!member) return;
  const company = await ctx.db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst();
  const brand = await getMailBrand(ctx, await getAccount(ctx, accountId));
  const url = `${ctx.outgoing?.publicUrl()}/companies/${companyId}?account=${accountId}`;
  const language = member.language ?? 'en';
  const { label, ...text } = mailTexts[language].mention(author, company?.name ?? '', note);
  const message = composeMail({ language, brand, ...text, link: { label, url } });
  // Retries keep the id, so mail clients show the message once.
  await mailer.send({ id: `notification-${noteId}-${userId}`, to: member.email, ...message });
}
