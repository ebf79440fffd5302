/** `pageRedactions` is the number of times that pages of the account were redacted. Read it while holding a lane. */
export type PageVersion = { accountId: string; pageRedactions: number };

/** Returns the prefix of cache keys for pages. Accounts share their entries until they redact pages. */
export function pageScope({ accountId, pageRedactions }: PageVersion): string {
  return pageRedactions === 0 ? '' : `${accountId} ${pageRedactions} `;
}
