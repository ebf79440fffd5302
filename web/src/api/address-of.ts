export type AddressInput = { params?: Record<string, string>; query?: object };

/** Fills the parameters into a path such as `/tags/:tagId` and appends the query. */
export function addressOf(path: string, { params = {}, query = {} }: AddressInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
