import { isCache } from '../../lib/is-cache.ts';

/** Files that are specific to this installation (database files, port, password, setup link) or still being written. */
const local = [
  /^(postgres|postgres\.new|postgres\.password|logs|restoring|database\.json(\.new)?|set-up-link\.txt(\.new)?|owner\.lock.*|\.write-probe\..*)(\/|$)/,
  // Compiled IP data and downloaded public lists. The updated and imported files belong in a backup.
  /^ip-data\/(?!update\/|imports\/)[^/]+/,
  /\.(part|tmp)$|\.draft(\.|$)/,
];

/** Whether backups exclude this path of the data folder. */
export function isExcluded(path: string): boolean {
  return isCache(path) || local.some((pattern) => pattern.test(path));
}
