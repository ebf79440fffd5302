/**
 * Runs one load at a time for a key. Whoever asks while one is under way shares the next one, never the one that began
 * before they asked: so an answer is never older than its question.
 */
export function shareNext<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>();
  const waiting = new Map<Key, Promise<Value>>();

  const begin = (key: Key): Promise<Value> => {
    const one = load(key).finally(() => {
      if (running.get(key) === one) running.delete(key);
    });
    running.set(key, one);
    return one;
  };

  return (key) => {
    const current = running.get(key);
    if (!current) return begin(key);
    const shared = waiting.get(key);
    if (shared) return shared;
    const ended = current.then(
      () => {},
      () => {},
    );
    const next = ended.then(() => {
      waiting.delete(key);
      return begin(key);
    });
    waiting.set(key, next);
    return next;
  };
}
