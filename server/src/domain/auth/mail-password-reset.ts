import { required } from '../../lib/required.ts';
import { createSecret, hashSecret } from '../../lib/secrets.ts';
import type { Context } from '../context.ts';
import { composeMail } from '../mails/compose-mail.ts';
import { ownBrand } from '../mails/mail-brand.ts';
import { mailTexts } from '../mails/mail-texts.ts';
import { resetPrefix, validMinutes } from './reset-password.ts';

/** Maximum number of valid links per user. */
const maxLinks = 3;

/** Mails a password reset link to the user with this e-mail address, if there is one. */
export async function mailPasswordReset(ctx: Context, email: string): Promise<void> {
  const mail = ctx.outgoing?.mail;
  // The process that accepted the request has a mail server, so this one is configured differently.
  if (!mail) throw new Error('Cannot mail a password reset: SMTP_URL is not set in this process');
  const user = await ctx.db.selectFrom('users').select(['id', 'language']).where('email', '=', email).executeTakeFirst();
  if (!user) return;
  const now = ctx.clock.now();
  const links = await ctx.db
    .selectFrom('password_resets')
    .select('created_at')
    .where('user_id', '=', user.id)
    .where('expires_at', '>', now)
    .execute();
  if (links.length >= maxLinks) return;
  const secret = createSecret(resetPrefix);
  const hash = hashSecret(secret);
  await ctx.db
    .insertInto('password_resets')
    .values({ hash, user_id: user.id, created_at: now, expires_at: new Date(now.getTime() + validMinutes * 60_000) })
    .execute();
  const language = user.language ?? 'en';
  const { label, ...text } = mailTexts[language].passwordReset(validMinutes);
  const link = { label, url: `${required(ctx.outgoing).publicUrl()}/reset-password#${secret}` };
  try {
    await mail.send({ id: `password-reset-${ctx.ids.uuid()}`, to: email, ...composeMail({ language, brand: ownBrand, ...text, link }) });
  } catch (error) {
    // A retry sends another link, so one that was not delivered must not count.
    await ctx.db.deleteFrom('password_resets').where('hash', '=', hash).execute();
    throw error;
  }
}
