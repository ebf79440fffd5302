import type { Context } from '../context.ts';
import { listMembers } from '../users/members.ts';

export const mailNotificationName = 'mail-notification';

export type NotificationMail = { accountId: string; userIds: string[]; companyId: string; subject: string; text: string };

/** Mails a notification to users of the account. Text comes from users, so the message is plain text. */
export async function mailNotification(ctx: Context, mail: NotificationMail): Promise<void> {
  const mailer = ctx.outgoing?.mail;
  if (!mailer) return;
  const members = (await listMembers(ctx, mail.accountId)).filter(({ id }) => mail.userIds.includes(id));
  const url = `${ctx.outgoing?.publicUrl()}/companies/${mail.companyId}?account=${mail.accountId}`;
  for (const { email } of members) {
    await mailer.send({ id: `notification-${ctx.ids.uuid()}`, to: email, subject: mail.subject, text: `${mail.text}\n\n${url}\n` });
  }
}
