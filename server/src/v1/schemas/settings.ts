import { type Static, type TProperties, Type } from 'typebox';
import type { CookieConsent } from '../../domain/settings/cookie-consent.ts';
import type { DataProcessing } from '../../domain/settings/data-processing.ts';
import { CountryCode, Exact, OneOf, RecordId } from './resource.ts';

const days = Type.Integer({ minimum: 1, maximum: 3650 });
const texts = (description: string) => Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 500, description });

const consent = {
  mode: OneOf(['cookieless', 'consent_required', 'always']),
  consent_manager: OneOf(['none', 'tcf', 'google_consent_mode', 'custom']),
  cookie_lifetime_days: days,
  respect_gpc: Type.Boolean(),
  respect_dnt: Type.Boolean(),
};

const processing = {
  ip_storage: OneOf(['none', 'truncated', 'full']),
  ip_retention_days: days,
  visit_retention_days: days,
  extract_analytics_ids: Type.Boolean(),
  extract_partner_cookies: Type.Boolean(),
  capture_forms: Type.Boolean(),
  excluded_ips: texts('IP addresses, blocks and ranges.'),
  excluded_countries: Type.Array(CountryCode, { maxItems: 250 }),
  hostnames: texts('The hostnames of the account, including subdomains. Empty means every hostname.'),
  excluded_paths: texts('Paths including everything below them; a trailing * matches any ending.'),
  page_name: OneOf(['path', 'url', 'title']),
};

export const CookieConsentSettingsV1 = Exact(
  { type: Type.Literal('cookie_consent_settings'), id: RecordId, attributes: Exact(consent) },
  { $id: 'CookieConsentSettingsV1' },
);
export const DataProcessingSettingsV1 = Exact(
  { type: Type.Literal('data_processing_settings'), id: RecordId, attributes: Exact(processing) },
  { $id: 'DataProcessingSettingsV1' },
);

export const UpdateCookieConsent = Exact(
  { data: Exact({ type: Type.Literal('cookie_consent_settings'), attributes: PartialSettings(consent) }) },
  { $id: 'UpdateCookieConsentSettingsRequestV1' },
);
export const UpdateDataProcessing = Exact(
  { data: Exact({ type: Type.Literal('data_processing_settings'), attributes: PartialSettings(processing) }) },
  { $id: 'UpdateDataProcessingSettingsRequestV1' },
);

function PartialSettings<Properties extends TProperties>(properties: Properties) {
  return Type.Partial(Type.Object(properties), { additionalProperties: false, minProperties: 1 });
}

export function cookieConsentV1(accountId: string, attributes: CookieConsent): Static<typeof CookieConsentSettingsV1> {
  return { type: 'cookie_consent_settings', id: accountId, attributes };
}

export function dataProcessingV1(accountId: string, attributes: DataProcessing): Static<typeof DataProcessingSettingsV1> {
  return { type: 'data_processing_settings', id: accountId, attributes };
}
