/** An account's settings inside the script: an array, because property names would add bytes for every visitor. */
type CompactConfig = readonly [
  scriptHash: string,
  collectUrl: string,
  formsUrl: string | undefined,
  /** 0 cookieless, 1 always, 2 consent required. */
  mode: 0 | 1 | 2,
  cookieLifetimeSeconds: number,
  /** Whether a browser signal that the account respects (GPC, DNT) opts out. */
  optedOut?: unknown,
  /** Optional features are functions here, or undefined; the server inserts them from separate files. */
  listenToManager?: (setConsent: (given: boolean) => void) => void,
  readOtherIds?: () => object,
];

/** Placeholder in the built file, replaced by the server with an account's settings. */
declare const LEADLIGHT_CONFIG: CompactConfig;

export const [scriptHash, collectUrl, formsUrl, mode, cookieLifetimeSeconds, optedOut, listenToManager, readOtherIds] = LEADLIGHT_CONFIG;
