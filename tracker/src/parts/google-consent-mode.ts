type Command = [command: unknown, action: unknown, values: { analytics_storage?: string }];

declare const window: { dataLayer: Command[] };

/** Reads the consent updates that a page pushes for Google's tags. */
export default function listen(setConsent: (given: boolean) => void, delayMs = 500): void {
  const read = (entry: Command) => {
    try {
      const [command, action, values] = entry;
      // Defaults are not listened to: they say what holds before the person is asked, and may hold for one region only.
      if (command === 'consent' && action === 'update' && values.analytics_storage) {
        setConsent(values.analytics_storage === 'granted');
      }
    } catch {
      // The layer also holds objects of the page's own, which are no commands.
    }
  };
  try {
    const layer = window.dataLayer;
    layer.forEach(read);
    const push = layer.push;
    layer.push = (...entries) => {
      entries.forEach(read);
      return push.apply(layer, entries);
    };
  } catch {
    // The layer may come later than this script.
    setTimeout(listen, delayMs, setConsent, delayMs * 2);
  }
}
