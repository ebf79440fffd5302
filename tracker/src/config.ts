/** An account's settings inside the script: an array, because property names would add bytes for every visitor. */
type CompactConfig = readonly [
  scriptHash: string,
  collectUrl: string,
  formsUrl: string | undefined,
  /** 0 no cookie, 1 cookie unless refused, 2 cookie after consent. */
  consentMode: 0 | 1 | 2,
  cookieLifetimeSeconds: number,
  /** Whether a browser signal that the account respects (GPC, DNT) opts out. */
  optedOut?: unknown,
  /** Optional features are functions here, or undefined; the server inserts them from separate files. */
  listenToConsentManager?: (setConsent: (given: boolean) => void) => void,
  readThirdPartyIds?: () => object,
];

/** Placeholder in the built file, replaced by the server with an account's settings. */
declare const LEADLIGHT_CONFIG: CompactConfig;

export const [scriptHash, collectUrl, formsUrl, consentMode, cookieLifetimeSeconds, optedOut, listenToConsentManager, readThirdPartyIds] =
  LEADLIGHT_CONFIG;
