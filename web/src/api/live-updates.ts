/** Kinds of changes that the stream of an account names. */
type ChangeKind = 'visits' | 'events';

/** Paths that do not depend on visits. */
const unaffected =
  /^\/(members|invitations|settings|account|tags|keys|tokens|custom-fields|feed-fields|oauth-apps|audit|annotations|dashboard-links)\b/;

/** Paths that also show events that were dropped or are waiting. */
const showingEvents = /^\/(data-flow|tracker)\b/;

/** Whether changes of these kinds can change the response of a query. Keys are `[base, path, …]`. */
export function isAffected([, path]: readonly unknown[], kinds: readonly ChangeKind[]): boolean {
  if (typeof path !== 'string') return true;
  return !unaffected.test(path) && (kinds.includes('visits') || showingEvents.test(path));
}

/** Reads the kinds from a message of the stream; all of them if it is from an older server. */
export function changedKinds(message: string): ChangeKind[] {
  const { kinds } = JSON.parse(message) as { kinds?: ChangeKind[] };
  return kinds ?? ['visits', 'events'];
}
