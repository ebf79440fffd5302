/** What any process rebuilds by itself. A data folder that holds nothing else counts as empty. */
const caches = /^(\.cache|lost\+found)(\/|$)/;

/** What belongs to this one place (the database's files, port and password, the set-up link) or is being written. */
const local = [
  /^(postgres|postgres\.new|postgres\.password|logs|restoring|database\.json(\.new)?|set-up-link\.txt(\.new)?|owner\.lock.*|\.write-probe\..*)(\/|$)/,
  // Compiled from the files beside it.
  /^ip-data\/(?!update\/|imports\/)[^/]+/,
  /\.(part|tmp)$/,
];

/** Whether a path inside the data folder is a cache, such as Node's compile cache in a container's volume. */
export function isCache(path: string): boolean {
  return caches.test(path);
}

/** Whether a backup leaves out this path of the data folder. */
export function isLeftOut(path: string): boolean {
  return isCache(path) || local.some((pattern) => pattern.test(path));
}
