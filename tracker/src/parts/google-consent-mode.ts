type Command = [command: unknown, action: unknown, values?: { analytics_storage?: string }] | null;

declare const window: { dataLayer?: Command[] };

/** Reads the consent updates that a page pushes for Google's tags. */
export default (setConsent: (given: boolean) => void) => {
  const read = (entry: Command) => {
    // Defaults are ignored: they apply before the person is asked, possibly only in one region.
    const storage = entry?.[1] === 'update' && entry[2]?.analytics_storage;
    if (storage) {
      setConsent(storage === 'granted');
    }
  };
  // The page may create its data layer only after this script has run, so the script creates a missing one.
  // biome-ignore lint/suspicious/noAssignInExpressions: shorter, and every byte counts in this script.
  const layer = (window.dataLayer ||= []);
  layer.map(read);
  const push = layer.push;
  layer.push = (...entries) => {
    entries.map(read);
    return push.apply(layer, entries);
  };
};
