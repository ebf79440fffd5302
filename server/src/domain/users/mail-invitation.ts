import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { type NewInvitation, validDays } from './invitations.ts';

/** How the link reaches the invited person: by mail, or handed over by the inviter where no mail server is set. */
type MailedInvitation = 'mailed' | 'no_mail_server' | 'mail_failed';

type Invited = { invitation: NewInvitation; invitedBy: string; url: string };

/** Sends the link where the operator has set a mail server. A failure is reported to the inviter, not thrown. */
export async function mailInvitation(ctx: Context, accountId: string, { invitation, invitedBy, url }: Invited): Promise<MailedInvitation> {
  const mail = ctx.outgoing?.mail;
  if (!mail) return 'no_mail_server';
  const account = await getAccount(ctx, accountId);
  const text = [
    `${invitedBy} invites you to ${account.name} on Leadlight, as ${invitation.role}.`,
    '',
    `Open this link to join. It is good for ${validDays} days, for you alone:`,
    url,
    '',
    'If you do not know what this is about, there is nothing you need to do.',
    '',
  ].join('\n');
  try {
    // A name that somebody typed must not break the head of the message into lines.
    const subject = `Join ${account.name} on Leadlight`.replaceAll(/\s+/g, ' ');
    await mail.send({ id: `invitation-${invitation.id}`, to: invitation.email, subject, text });
    return 'mailed';
  } catch (error) {
    ctx.log.warn({ err: error, invitationId: invitation.id }, 'An invitation could not be mailed');
    return 'mail_failed';
  }
}
