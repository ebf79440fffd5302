import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { type NewInvitation, validDays } from './invitations.ts';

/** The link is mailed, or handed over by the inviter if there is no mail server. */
type MailedInvitation = 'mailed' | 'no_mail_server' | 'mail_failed';

type Invited = { invitation: NewInvitation; invitedBy: string; url: string };

/** Mails the link if a mail server is configured. A failure is reported to the inviter, not thrown. */
export async function mailInvitation(ctx: Context, accountId: string, { invitation, invitedBy, url }: Invited): Promise<MailedInvitation> {
  const mail = ctx.outgoing?.mail;
  if (!mail) return 'no_mail_server';
  const account = await getAccount(ctx, accountId);
  const text = [
    `${invitedBy} invites you to ${account.name} on Leadlight, as ${invitation.role}.`,
    '',
    `Open this link to join. It is valid for ${validDays} days and only for you:`,
    url,
    '',
    'If you did not expect this invitation, you can ignore it.',
    '',
  ].join('\n');
  try {
    // A name with line breaks must not inject mail headers.
    const subject = `Join ${account.name} on Leadlight`.replaceAll(/\s+/g, ' ');
    await mail.send({ id: `invitation-${invitation.id}`, to: invitation.email, subject, text });
    return 'mailed';
  } catch (error) {
    ctx.log.warn({ err: error, invitationId: invitation.id }, 'Could not mail an invitation');
    return 'mail_failed';
  }
}
