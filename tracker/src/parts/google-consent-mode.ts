type Command = [command: unknown, action: unknown, values?: { analytics_storage?: string }] | null;

declare const window: { dataLayer?: Command[] };

/** Reads the consent updates that a page pushes for Google's tags. */
export default (setConsent: (given: boolean) => void) => {
  const read = (entry: Command) => {
    // Defaults are not listened to: they say what holds before the person is asked, and may hold for one region only.
    const storage = entry?.[1] === 'update' && entry[2]?.analytics_storage;
    if (storage) {
      setConsent(storage === 'granted');
    }
  };
  // The layer may come later than this script; whoever comes first makes it.
  window.dataLayer ||= [];
  const layer = window.dataLayer;
  layer.map(read);
  const push = layer.push;
  layer.push = (...entries) => {
    entries.map(read);
    return push.apply(layer, entries);
  };
};
