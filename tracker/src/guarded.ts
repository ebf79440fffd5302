/** Wraps a function so that no exception reaches the page: a broken tracker must never break a page. */
export const guarded =
  <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
  (...args: Args): Result | undefined => {
    try {
      return run(...args);
    } catch {}
  };
