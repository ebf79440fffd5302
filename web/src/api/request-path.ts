export type PathInput = { params?: Record<string, string>; query?: object };

/** Fills the parameters into a path such as `/tags/:tagId` and appends the query. */
export function requestPath(path: string, { params = {}, query = {} }: PathInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? filled : `${filled}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
