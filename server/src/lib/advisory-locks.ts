/**
 * Ids of PostgreSQL advisory locks. They are arbitrary, but must never change, because servers of different versions can use one database.
 * The id of a lock on a single record is a hash instead.
 */
export const advisoryLocks = {
  setup: 7_203_551,
  migration: 7_465_221,
  partitions: 7_465_222,
  backup: 7_465_223,
  seed: 7_465_224,
  companyMerges: 7_465_225,
  demo: 7_465_226,
};

/** First keys of locks with two keys. PostgreSQL distinguishes them from locks with one key, so a number may occur in both lists. */
export const advisoryLockClasses = {
  accounts: 7_316_021,
  heartbeat: 7_465_222,
};
