/** Kinds of changes that the event stream of an account reports. */
export const changeKinds = ['visits', 'leads', 'counts', 'changes', 'events'] as const;
type ChangeKind = (typeof changeKinds)[number];

/** The server can share the responses of pages that request the same version. */
export type Change = { kinds: readonly ChangeKind[]; version?: string; mark?: string };

/** The kinds of changes that can change the response of a path; the first entry that matches applies. */
const kindsByPath: [path: RegExp, kinds: ChangeKind[]][] = [
  [/^\/(data-flow|tracker)\b/, ['events', 'changes']],
  [/^\/(checklist|campaigns|goal-results|trends|goals\/[^/]+\/funnel)\b/, ['visits', 'changes']],
  [/^\/(overview|breakdowns|entry-and-exit-pages|drill-down|live|visits)\b/, ['visits']],
  [
    /^\/(members|invitations|settings|account|tags|keys|tokens|custom-fields|feed-fields|oauth-apps|audit|annotations|dashboard-links|goals)\b/,
    ['changes'],
  ],
  [/^\/feeds$/, ['leads', 'counts', 'changes']],
];

/** Whether changes of these kinds can change the response of a query. Keys are `[base, path, …]`. */
export function isAffected([, path]: readonly unknown[], kinds: readonly ChangeKind[]): boolean {
  const [, affecting = ['leads', 'changes'] as const] = kindsByPath.find(([pattern]) => pattern.test(String(path))) ?? [];
  return affecting.some((kind) => kinds.includes(kind));
}

/** Reads a message of the stream. A message without kinds, from an older server, is about all of them. */
export function readChange(message: string): Change {
  const { kinds = changeKinds, version, mark } = JSON.parse(message) as Partial<Change>;
  return { kinds, version, mark };
}

/** Everything may have changed. */
export const anyChange: Change = { kinds: changeKinds };
