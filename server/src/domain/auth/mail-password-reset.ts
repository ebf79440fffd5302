import { hashSecret, makeSecret } from '../../lib/secrets.ts';
import type { Context } from '../context.ts';
import { resetPrefix, validMinutes } from './reset-password.ts';

/** More mails than this about one address within the time of a link would only be a nuisance; each of their links works. */
const mostLinks = 3;

/** Mails a link for a new password to the user with this address, if there is one. */
export async function mailPasswordReset(ctx: Context, email: string): Promise<void> {
  const mail = ctx.outgoing?.mail;
  // The process that took the request has a mail server: this one was configured differently.
  if (!mail) throw new Error('A password reset cannot be mailed, because this process has no SMTP_URL');
  const user = await ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (!user) return;
  const now = ctx.clock.now();
  const links = await ctx.db
    .selectFrom('password_resets')
    .select('created_at')
    .where('user_id', '=', user.id)
    .where('expires_at', '>', now)
    .execute();
  if (links.length >= mostLinks) return;
  const secret = makeSecret(resetPrefix);
  const hash = hashSecret(secret);
  await ctx.db
    .insertInto('password_resets')
    .values({ hash, user_id: user.id, created_at: now, expires_at: new Date(now.getTime() + validMinutes * 60_000) })
    .execute();
  const text = [
    'Somebody, probably you, asked for a new password for your Leadlight user.',
    '',
    `Open this link to choose one. It works once, within ${validMinutes} minutes:`,
    `${ctx.outgoing!.publicUrl()}/reset-password#${secret}`,
    '',
    'If you did not ask for it, ignore this message: your password stays as it is.',
    '',
  ].join('\n');
  try {
    await mail.send({ id: `password-reset-${ctx.ids.uuid()}`, to: email, subject: 'Choose a new password for Leadlight', text });
  } catch (error) {
    // The next attempt sends another link; one that nobody received must not count.
    await ctx.db.deleteFrom('password_resets').where('hash', '=', hash).execute();
    throw error;
  }
}
