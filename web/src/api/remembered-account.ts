const storageKey = 'last-account';

type RememberedAccount = {
  id: string;
  /**
   * The offset of the account's time zone when the account was last shown. It is stored because the first use of a time zone by name takes
   * longer than the rest of first-requests.ts.
   */
  utcOffsetMs: number;
};

/** Remembers the account that is shown, so that the next page load can request its leads before the session is loaded. */
export function rememberAccount(account: RememberedAccount): void {
  localStorage.setItem(storageKey, JSON.stringify(account));
}

/** Called when a session ends or begins, so that nothing is requested early for the previous user. */
export function forgetAccount(): void {
  localStorage.removeItem(storageKey);
}

/** The account that will probably be shown. The session, once it is loaded, decides which account is shown. */
export function rememberedAccount(): RememberedAccount | null {
  const remembered = parse(localStorage.getItem(storageKey));
  const [preferredId = remembered?.id] = preferredAccountIds();
  return remembered?.id === preferredId ? remembered : null;
}

/** The account in the URL, then the account last shown in this window, then the one last shown in any window. */
export function preferredAccountIds(): string[] {
  const requested = new URLSearchParams(location.search).get('account');
  return [requested, sessionStorage.getItem('account'), localStorage.getItem('account')].flatMap((id) => id || []);
}

function parse(text: string | null): RememberedAccount | null {
  try {
    const { id, utcOffsetMs } = JSON.parse(text ?? 'null') ?? {};
    return /^\d+$/.test(id) && Number.isFinite(utcOffsetMs) ? { id, utcOffsetMs } : null;
  } catch {
    return null;
  }
}
