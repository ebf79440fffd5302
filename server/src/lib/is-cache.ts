/** Caches, and the folder lost+found of some file systems, which only root can read. A data folder with nothing else counts as empty. */
const caches = /^(\.cache|lost\+found)(\/|$)/;

/** Whether a path in the data folder is a cache, such as Node's compile cache, or lost+found. */
export function isCache(path: string): boolean {
  return caches.test(path);
}
