/** Reads the token of an `Authorization` header: `Token token=T`, with or without quotes, or `Bearer T`. Returns null for other headers. */
export function readToken(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  const token = /^Token\s+token="?([^\s",]+)"?\s*(?:,.*)?$/i.exec(authorization.trim()) ?? /^Bearer\s+(\S+)$/i.exec(authorization.trim());
  return token?.[1] ?? null;
}
