export type AddressInput = { params?: Record<string, string>; query?: object };

/** `/tags/:tagId` with its parameters and query filled in. */
export function addressOf(path: string, { params = {}, query = {} }: AddressInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
