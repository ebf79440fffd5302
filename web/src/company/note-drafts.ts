const prefix = 'note:';

/**
 * The unsent note of a user on a company. It is stored for this window, so that it is still there after another company was shown, after a
 * reload, and after signing in again.
 */
export function noteDraft(userId: string, base: string, companyId: string) {
  const key = `${prefix}${userId}:${base}:${companyId}`;
  return {
    read: () => sessionStorage.getItem(key) ?? '',
    write(text: string) {
      if (text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    },
  };
}

/** Called when a user signs out. */
export function deleteNoteDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
