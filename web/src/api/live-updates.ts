/** Kinds of changes that the event stream of an account reports. */
type ChangeKind = 'visits' | 'events';

/** Paths whose responses depend neither on visits nor on events. */
const unaffected =
  /^\/(members|invitations|settings|account|tags|keys|tokens|custom-fields|feed-fields|oauth-apps|audit|annotations|dashboard-links)\b/;

/** Paths whose responses also count events that were dropped or are waiting. */
const showingEvents = /^\/(data-flow|tracker)\b/;

/** Whether changes of these kinds can change the response of a query. Keys are `[base, path, …]`. */
export function isAffected([, path]: readonly unknown[], kinds: readonly ChangeKind[]): boolean {
  if (typeof path !== 'string') return true;
  return !unaffected.test(path) && (kinds.includes('visits') || showingEvents.test(path));
}

/** Reads the kinds of changes from a message of the stream. A message from an older server names none and stands for all kinds. */
export function changedKinds(message: string): ChangeKind[] {
  const { kinds } = JSON.parse(message) as { kinds?: ChangeKind[] };
  return kinds ?? ['visits', 'events'];
}
