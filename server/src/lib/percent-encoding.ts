/** Whether a text can be decoded: every `%` begins a byte, and the bytes are UTF-8 in its shortest form. */
export function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The address with a path that can be decoded: parts that cannot be stand for themselves. The query stays as it is. */
export function routablePath(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%') || isPercentEncoded(path)) return url;
  const parts = path.split('/').map((part) => (isPercentEncoded(part) ? part : part.replaceAll('%', '%25')));
  return parts.join('/') + (end < 0 ? '' : url.slice(end));
}
