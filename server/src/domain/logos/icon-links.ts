/** Size in pixels at which an icon is shown; smaller icons look blurred. */
const shownPixels = 64;

/** Returns the URLs (http or https) of the icons that a page links to, except for SVG, most suitable first. */
export function iconLinks(html: string, pageUrl: string): string[] {
  const icons: { url: string; rank: number }[] = [];
  for (const [tag] of html.slice(0, 500_000).matchAll(/<link\b[^<>]+>/gi)) {
    const rel = attribute(tag, 'rel')?.toLowerCase().split(/\s+/) ?? [];
    const href = attribute(tag, 'href');
    const isTouchIcon = rel.some((one) => one.startsWith('apple-touch-icon'));
    if (!href || !(isTouchIcon || rel.includes('icon')) || attribute(tag, 'type') === 'image/svg+xml') continue;
    if (!URL.canParse(href, pageUrl)) continue;
    const url = new URL(href, pageUrl);
    if (!/^https?:$/.test(url.protocol) || url.pathname.endsWith('.svg')) continue;
    icons.push({ url: url.href, rank: rankOf(isTouchIcon, attribute(tag, 'sizes')) });
  }
  return [...new Set(icons.sort((a, b) => b.rank - a.rank).map(({ url }) => url))];
}

/** Icons that are large enough come first, in ascending order of size. Without `sizes`, touch icons count as 180 pixels, others as 16. */
function rankOf(isTouchIcon: boolean, sizes: string | null): number {
  const pixels = Number(/(\d{1,4})x\d/.exec(sizes ?? '')?.[1] ?? (isTouchIcon ? 180 : 16));
  return pixels >= shownPixels ? 10_000 - pixels : pixels;
}

const attributePattern = /\s([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;

function attribute(tag: string, attributeName: string): string | null {
  for (const [, name = '', quoted, single, bare] of tag.matchAll(attributePattern)) {
    if (name.toLowerCase() === attributeName) return (quoted ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim();
  }
  return null;
}
