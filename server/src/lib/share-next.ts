type Loading<Value> = { promise: Promise<Value>; hasBegun: boolean };

/**
 * Runs one load at a time for a key. Callers before it begins share it; callers while it is running share the
 * next one: so an answer is never older than its question.
 */
export function shareNext<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const latest = new Map<Key, Loading<Value>>();

  const follow = (key: Key, before: Promise<unknown>): Loading<Value> => {
    const loading: Loading<Value> = { promise: Promise.resolve() as never, hasBegun: false };
    loading.promise = before
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        loading.hasBegun = true;
        return load(key);
      })
      .finally(() => {
        if (latest.get(key) === loading) latest.delete(key);
      });
    latest.set(key, loading);
    return loading;
  };

  return (key) => {
    const current = latest.get(key);
    if (current && !current.hasBegun) return current.promise;
    // Those who ask in the same turn of the event loop come along.
    return follow(key, current?.promise ?? new Promise((resolve) => setImmediate(resolve))).promise;
  };
}
