/** Returns the handle at the end of a profile URL, without the `@`. */
export function profileHandle(url: string | null): string | null {
  if (url === null) return null;
  const path = URL.parse(url)?.pathname ?? url;
  const handle = path.split('/').findLast((part) => part !== '');
  return handle === undefined ? null : handle.replace(/^@/, '');
}
