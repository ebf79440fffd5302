import { createHash } from 'node:crypto';
import { imageTypeOf } from '../../lib/image-type.ts';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

/** Branding of an account. If a field is null, Leadlight's own branding is used. */
export type Brand = {
  /** Hexadecimal, such as `#1a73e8`. */
  color: string | null;
  /** Path of the logo. */
  logo: string | null;
};

export const maxLogoBytes = 200 * 1024;
const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** The hash makes the path unguessable. It changes with the image, so browsers can cache the image without revalidating it. */
export function logoPath(accountId: string, hash: string): string {
  return `/app/api/brand-logos/${accountId}/${hash}`;
}

export async function getBrand(ctx: Context, accountId: string): Promise<Brand> {
  const row = await ctx.db
    .selectFrom('accounts')
    .leftJoin('account_logos', 'account_logos.account_id', 'accounts.id')
    .select(['accounts.brand_color as color', 'account_logos.hash'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
  return { color: row?.color ?? null, logo: row?.hash ? logoPath(accountId, row.hash) : null };
}

export async function setBrandColor(ctx: Context, accountId: string, color: string | null): Promise<void> {
  if (color !== null && !/^#[0-9a-f]{6}$/i.test(color)) {
    throw new Problem('invalid_input', { title: 'A color has the form #1a73e8.', parameter: 'color' });
  }
  await changeBrand(ctx, accountId, (trx) =>
    trx
      .updateTable('accounts')
      .set({ brand_color: color?.toLowerCase() ?? null })
      .where('id', '=', accountId)
      .execute(),
  );
}

/** Stores a PNG, JPEG or WebP image; its type is detected from its content. SVG is rejected, because it can contain scripts. */
export async function setLogo(ctx: Context, accountId: string, content: Buffer): Promise<void> {
  const type = logoTypes.find((one) => one === imageTypeOf(content));
  if (content.length > maxLogoBytes || !type) {
    throw new Problem('invalid_input', { title: `A logo is a PNG, JPEG or WebP of at most ${maxLogoBytes / 1024} kB.`, parameter: 'logo' });
  }
  const hash = createHash('sha256').update(accountId).update(content).digest('hex').slice(0, 32);
  const values = { type, content, hash, updated_at: ctx.clock.now() };
  await changeBrand(ctx, accountId, (trx) =>
    trx
      .insertInto('account_logos')
      .values({ account_id: accountId, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute(),
  );
}

export async function deleteLogo(ctx: Context, accountId: string): Promise<void> {
  await changeBrand(ctx, accountId, (trx) => trx.deleteFrom('account_logos').where('account_id', '=', accountId).execute());
}

export type Logo = { type: string; content: Buffer };

/** Returns the logo with this hash, or null. */
export async function findLogo(ctx: Context, accountId: string, hash: string): Promise<Logo | null> {
  const row = await ctx.db
    .selectFrom('account_logos')
    .select(['type', 'content'])
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row ?? null;
}

async function changeBrand(ctx: Context, accountId: string, change: (trx: Context['db']) => Promise<unknown>): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const before = await getBrand({ ...ctx, db: trx }, accountId);
    await change(trx);
    const detail = changesBetween(before, await getBrand({ ...ctx, db: trx }, accountId));
    await recordAudit(ctx, trx, { for: { accountId }, action: 'account.changed', subject: { kind: 'account', id: accountId }, detail });
  });
}
