import type { Context } from '../context.ts';

/** How companies that must not be contacted are handled. */
export type Outreach = {
  /** Excludes such companies from exports, alerts and webhooks. */
  skip_do_not_contact: boolean;
};

const defaultOutreach: Outreach = { skip_do_not_contact: true };

export function outreachOf(stored: Partial<Outreach>): Outreach {
  return { ...defaultOutreach, ...stored };
}

export async function getOutreach(ctx: Pick<Context, 'db'>, accountId: string): Promise<Outreach> {
  const row = await ctx.db.selectFrom('accounts').select('outreach').where('id', '=', accountId).executeTakeFirst();
  return outreachOf(row?.outreach ?? {});
}
