import { updateAccountSettings } from '../../../domain/settings/account-settings.ts';
import { operation } from '../../operation.ts';
import { CookieConsentSettingsV1, cookieConsentV1, UpdateCookieConsent } from '../../schemas/settings.ts';

export default operation({
  id: 'updateCookieConsentSettings',
  group: 'Settings',
  summary: 'Update Cookie Consent Settings',
  description:
    'What the tracker may store in the browser. A change takes effect when a browser loads the tracker again, within five minutes. Settings that are not in the body stay unchanged.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/settings/cookie-consent',
  scope: 'settings:write',
  account: 'required',
  body: UpdateCookieConsent,
  data: CookieConsentSettingsV1,
  example: { body: { data: { type: 'cookie_consent_settings', attributes: { mode: 'consent_required', consent_manager: 'tcf' } } } },
  async handle({ ctx, account, body }) {
    const { consent } = await updateAccountSettings(ctx, account.id, { consent: body.data.attributes });
    return { data: cookieConsentV1(account.id, consent) };
  },
});
