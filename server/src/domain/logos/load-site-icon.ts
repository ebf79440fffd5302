import { dayMs } from '../../lib/day-ms.ts';
import { type ImageType, imageTypeOf } from '../../lib/image-type.ts';
import { required } from '../../lib/required.ts';
import type { Context } from '../context.ts';
import { iconLinks } from './icon-links.ts';

export const loadSiteIconJobName = 'load-site-icon';

const maxIconBytes = 100 * 1024;
const maxPageBytes = 512 * 1024;
const maxTried = 3;
const retentionDays = 30;
/** A site without an icon, or one that did not respond, is tried again after this time. */
const retryAfterDays = 7;

/** Loads the icon of a company's own site and stores it, or stores that there is none. Keeps the previous one if the site cannot be reached. */
export async function loadSiteIcon(ctx: Context, domain: string): Promise<void> {
  const { icon, isReachable } = ctx.logos?.loadsSiteIcons ? await load(ctx, domain) : { icon: null, isReachable: true };
  const now = ctx.clock.now();
  const days = icon ? retentionDays : retryAfterDays;
  const found = { type: icon?.type ?? null, content: icon?.content ?? null };
  const times = { loaded_at: now, expires_at: new Date(now.getTime() + days * dayMs) };
  await ctx.db
    .insertInto('site_icons')
    .values({ domain, ...found, ...times })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet(isReachable ? { ...found, ...times } : times))
    .execute();
}

/** Deletes icons that expired long ago. They have not been requested since, because a request would have renewed them. */
export async function deleteExpiredSiteIcons(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - retentionDays * dayMs);
  await ctx.db.deleteFrom('site_icons').where('expires_at', '<', before).execute();
}

type LoadedIcon = { icon: { type: ImageType; content: Buffer } | null; isReachable: boolean };

async function load(ctx: Context, domain: string): Promise<LoadedIcon> {
  const { readFile } = required(ctx.outgoing);
  const home = `https://${domain}/`;
  const read = async (url: string, options: { accept: string; maxBytes: number }) => {
    try {
      const file = await readFile(url, options);
      return file.status === 200 ? file : null;
    } catch (error) {
      // Unreachable sites are common, and the operator cannot fix them.
      ctx.log.debug({ err: error, domain }, 'Could not load a site icon');
      return null;
    }
  };
  const page = await read(home, { accept: 'text/html', maxBytes: maxPageBytes });
  const links = page ? iconLinks(page.content.toString('utf8'), page.url) : [];
  for (const url of [...links.slice(0, maxTried), new URL('/favicon.ico', page?.url ?? home).href]) {
    const file = await read(url, { accept: 'image/*', maxBytes: maxIconBytes + 1 });
    const type = file && file.content.length <= maxIconBytes ? imageTypeOf(file.content) : null;
    if (file && type) return { icon: { type, content: file.content }, isReachable: true };
  }
  return { icon: null, isReachable: page !== null };
}
