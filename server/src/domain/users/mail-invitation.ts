import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { composeMail } from '../mails/compose-mail.ts';
import { getMailBrand } from '../mails/mail-brand.ts';
import { mailTexts } from '../mails/mail-texts.ts';
import { type NewInvitation, validDays } from './invitations.ts';
import type { Language } from './user.ts';

/** Without a mail server, the inviter gets the link and passes it on. */
type MailedInvitation = 'mailed' | 'no_mail_server' | 'mail_failed';

/** `language` is the language of the inviter, because that of the invited person is unknown. */
type Invited = { invitation: NewInvitation; invitedBy: string; url: string; language: Language };

/** Mails the link if a mail server is configured. A failure is returned, not thrown: the invitation exists and can be sent again. */
export async function mailInvitation(
  ctx: Context,
  accountId: string,
  { invitation, invitedBy, url, language }: Invited,
): Promise<MailedInvitation> {
  const mail = ctx.outgoing?.mail;
  if (!mail) return 'no_mail_server';
  const account = await getAccount(ctx, accountId);
  const { label, ...text } = mailTexts[language].invitation(invitedBy, account.name, invitation.role, validDays);
  const message = composeMail({ language, brand: await getMailBrand(ctx, account), ...text, link: { label, url } });
  try {
    await mail.send({ id: `invitation-${invitation.id}`, to: invitation.email, ...message });
    return 'mailed';
  } catch (error) {
    ctx.log.warn({ err: error, invitationId: invitation.id }, 'Could not mail an invitation');
    return 'mail_failed';
  }
}
