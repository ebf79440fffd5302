import { t } from '../../texts/t.ts';
import { textOptions } from '../../texts/text-options.ts';
import formStyles from '../../ui/form.module.css';
import { DaysField, Select, Switch } from '../../ui/form-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { useSettingsForm } from '../use-settings-form.ts';

const modes = [
  ['cookieless', 'websiteSettings.cookieNever'],
  ['consent_required', 'websiteSettings.cookieAfterConsent'],
  ['always', 'websiteSettings.cookieAlways'],
] as const;
const managers = [
  ['none', 'websiteSettings.none'],
  ['tcf', 'websiteSettings.tcf'],
  ['google_consent_mode', 'websiteSettings.googleConsentMode'],
  ['custom', 'websiteSettings.customConsent'],
] as const;
const storages = [
  ['none', 'common.never'],
  ['truncated', 'websiteSettings.truncated'],
  ['full', 'websiteSettings.inFull'],
] as const;

export function PrivacyPage() {
  return (
    <>
      <SettingsIntro title={t('websiteSettings.consentAndPrivacy')} text={t('websiteSettings.privacyIntro')} />
      <ConsentForm />
      <ProcessingForm />
      <OutreachForm />
    </>
  );
}

function ConsentForm() {
  const settings = useSettingsForm('consent');
  if (!settings) return null;
  const { form, field } = settings;
  return (
    <SettingsForm title={t('websiteSettings.cookies')} action={t('websiteSettings.saveCookies')} {...form}>
      <Select
        label={t('websiteSettings.cookieMode')}
        hint={t('websiteSettings.cookieNeverHint')}
        options={textOptions(modes)}
        {...field('mode')}
      />
      <Select label={t('websiteSettings.consentManager')} options={textOptions(managers)} {...field('consent_manager')} />
      {field('mode').value !== 'cookieless' && (
        <DaysField label={t('websiteSettings.cookieLifetimeInDays')} {...field('cookie_lifetime_days')} />
      )}
      <Switch label={t('websiteSettings.respectGlobalPrivacyControl')} {...field('respect_gpc')} />
      <Switch label={t('websiteSettings.respectDoNotTrack')} {...field('respect_dnt')} />
    </SettingsForm>
  );
}

function OutreachForm() {
  const settings = useSettingsForm('outreach');
  if (!settings) return null;
  const { form, field } = settings;
  return (
    <SettingsForm title={t('websiteSettings.outreach')} action={t('websiteSettings.saveOutreach')} {...form}>
      <Switch
        label={t('websiteSettings.skipDoNotContact')}
        hint={t('websiteSettings.doNotContactHint')}
        {...field('skip_do_not_contact')}
      />
    </SettingsForm>
  );
}

function ProcessingForm() {
  const settings = useSettingsForm('processing');
  if (!settings) return null;
  const { form, field } = settings;
  return (
    <SettingsForm title={t('websiteSettings.data')} action={t('websiteSettings.saveData')} {...form}>
      <Select label={t('websiteSettings.storeIpAddresses')} options={textOptions(storages)} {...field('ip_storage')} />
      <div className={formStyles.formRow}>
        <DaysField label={t('websiteSettings.daysToKeepIpAddresses')} {...field('ip_retention_days')} />
        <DaysField label={t('websiteSettings.daysToKeepVisits')} {...field('visit_retention_days')} />
      </div>
      <Switch
        label={t('websiteSettings.readWebAnalyticsIds')}
        hint={t('websiteSettings.analyticsIdsHint')}
        {...field('extract_analytics_ids')}
      />
      <Switch label={t('websiteSettings.readPartnerCookies')} {...field('extract_partner_cookies')} />
      <Switch label={t('websiteSettings.captureEmails')} hint={t('websiteSettings.captureEmailsHint')} {...field('capture_forms')} />
    </SettingsForm>
  );
}
