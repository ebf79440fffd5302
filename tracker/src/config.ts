/** How an account's settings travel inside the script: a list, because every byte of a name would be sent to every visitor. */
export type CompactConfig = readonly [
  scriptHash: string,
  collectUrl: string,
  formsUrl: string | undefined,
  /** 0 cookieless, 1 always, 2 consent required. */
  mode: 0 | 1 | 2,
  cookieLifetimeSeconds: number,
  /** Whether a signal of the browser that the account respects asks not to be followed. */
  optedOut?: unknown,
  /** What only some accounts need is a function here, or nothing; the server takes it from a file of its own. */
  listenToManager?: (setConsent: (given: boolean) => void) => void,
  readOtherIds?: (cookies: string) => object,
];

/** Stands in the built file until the server writes an account's settings in its place. */
declare const LEADLIGHT_CONFIG: CompactConfig;

export const [scriptHash, collectUrl, formsUrl, mode, cookieLifetimeSeconds, optedOut, listenToManager, readOtherIds] = LEADLIGHT_CONFIG;
