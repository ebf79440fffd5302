import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { composeMail } from '../mails/compose-mail.ts';
import { getMailBrand } from '../mails/mail-brand.ts';
import { mailTexts } from '../mails/mail-texts.ts';

export const mailNotificationJobName = 'mail-notification';

export type NotificationMail = { accountId: string; userIds: string[]; companyId: string; author: string; note: string };

/** Mails a mention to users of the account, in the language of each user. */
export async function mailNotification(ctx: Context, { accountId, userIds, companyId, author, note }: NotificationMail): Promise<void> {
  const mailer = ctx.outgoing?.mail;
  if (!mailer) return;
  const members = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.language'])
    .where('memberships.account_id', '=', accountId)
    .where('users.id', 'in', userIds)
    .execute();
  const company = await ctx.db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst();
  const brand = await getMailBrand(ctx, await getAccount(ctx, accountId));
  const url = `${ctx.outgoing?.publicUrl()}/companies/${companyId}?account=${accountId}`;
  for (const { email, language } of members) {
    const { label, ...text } = mailTexts[language ?? 'en'].mention(author, company?.name ?? '', note);
    const message = composeMail({ language: language ?? 'en', brand, ...text, link: { label, url } });
    await mailer.send({ id: `notification-${ctx.ids.uuid()}`, to: email, ...message });
  }
}
