import type { Context } from '../context.ts';
import { forAuthentication } from '../within-account.ts';
import { loadSiteIconJobName } from './load-site-icon.ts';
import type { CompanyLogo } from './logo-sources.ts';

/** Finds the logo of a company that the account can see. A missing or expired icon is loaded in the background, for the next request. */
export async function findCompanyLogo(ctx: Context, companyId: string): Promise<CompanyLogo | null> {
  if (!ctx.logos) return null;
  const company = await ctx.db.selectFrom('companies').select('domain').where('id', '=', companyId).executeTakeFirst();
  if (!company?.domain) return null;
  const folderLogo = await ctx.logos.findInFolder(company.domain);
  return folderLogo ?? (ctx.logos.loadsSiteIcons ? findSiteIcon(ctx, company.domain) : null);
}

/** `site_icons` is shared by all accounts. */
async function findSiteIcon(ctx: Context, domain: string): Promise<CompanyLogo | null> {
  const { db } = forAuthentication(ctx);
  const row = await db.selectFrom('site_icons').select(['type', 'content', 'expires_at']).where('domain', '=', domain).executeTakeFirst();
  if (!row || row.expires_at <= ctx.clock.now()) {
    await db
      .transaction()
      .execute((trx) => ctx.jobs.add(trx, loadSiteIconJobName, { domain }, { key: `site-icon ${domain}`, maxAttempts: 1 }));
  }
  return row?.content && row.type ? { type: row.type, content: row.content } : null;
}
