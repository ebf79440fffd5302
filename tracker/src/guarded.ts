/** Wraps a function so that nothing it throws reaches the page: a broken tracker must never be a broken page. */
export const guarded =
  <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
  (...args: Args): Result | undefined => {
    try {
      return run(...args);
    } catch {}
  };
