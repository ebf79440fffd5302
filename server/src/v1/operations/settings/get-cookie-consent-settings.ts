import { getAccountSettings } from '../../../domain/settings/account-settings.ts';
import { operation } from '../../operation.ts';
import { CookieConsentSettingsV1, cookieConsentV1 } from '../../schemas/settings.ts';

export default operation({
  id: 'getCookieConsentSettings',
  group: 'Settings',
  summary: 'Get Cookie Consent Settings',
  status: 'available',
  method: 'GET',
  path: '/v1/settings/cookie-consent',
  scope: 'settings:read',
  account: 'required',
  data: CookieConsentSettingsV1,
  async handle({ ctx, account }) {
    const { consent } = await getAccountSettings(ctx, account.id);
    return { data: cookieConsentV1(account.id, consent) };
  },
});
