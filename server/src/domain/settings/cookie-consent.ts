/** Cookie consent settings of an account. */
export type CookieConsent = {
  mode: 'cookieless' | 'consent_required' | 'always';
  consent_manager: 'none' | 'tcf' | 'google_consent_mode' | 'custom';
  cookie_lifetime_days: number;
  respect_gpc: boolean;
  respect_dnt: boolean;
};

const defaultCookieConsent: CookieConsent = {
  mode: 'cookieless',
  consent_manager: 'none',
  cookie_lifetime_days: 365,
  respect_gpc: true,
  respect_dnt: true,
};

export function cookieConsentOf(stored: Partial<CookieConsent>): CookieConsent {
  return { ...defaultCookieConsent, ...stored };
}
