/** Whether a string is valid percent-encoded UTF-8. */
export function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Encodes the percent signs of path segments that cannot be decoded, so that a router can decode the path. Does not change the query. */
export function routablePath(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%') || isPercentEncoded(path)) return url;
  const parts = path.split('/').map((part) => (isPercentEncoded(part) ? part : part.replaceAll('%', '%25')));
  return parts.join('/') + (end < 0 ? '' : url.slice(end));
}
