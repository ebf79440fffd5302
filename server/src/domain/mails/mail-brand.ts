import { findLogo, getBrand, type Logo } from '../accounts/brand.ts';
import type { Context } from '../context.ts';

/** Branding of a mail: that of the account, or of Leadlight itself. */
export type MailBrand = { name: string; color: string | null; logo: Logo | null };

export const ownBrand: MailBrand = { name: 'Leadlight', color: null, logo: null };

export async function getMailBrand(ctx: Context, { id, name }: { id: string; name: string }): Promise<MailBrand> {
  const { color, logo } = await getBrand(ctx, id);
  const hash = logo?.split('/').at(-1);
  return { name, color, logo: hash === undefined ? null : await findLogo(ctx, id, hash) };
}
