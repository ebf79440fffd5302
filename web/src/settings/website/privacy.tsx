import formStyles from '../../ui/form.module.css';
import { Days, Select, Switch } from '../../ui/form-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { useSettingsForm } from '../use-settings-form.ts';

const modes = [
  ['cookieless', 'Without cookies: visitors are recognised for one day only'],
  ['consent_required', 'A cookie after consent, none before'],
  ['always', 'A cookie always'],
] as const;
const managers = [
  ['none', 'None'],
  ['tcf', 'IAB TCF'],
  ['google_consent_mode', 'Google consent mode'],
  ['custom', 'Custom: calls leadlight("consent", true)'],
] as const;
const storages = [
  ['none', 'Never'],
  ['truncated', 'Truncated'],
  ['full', 'In full'],
] as const;

export function PrivacyPart() {
  return (
    <>
      <SettingsIntro title="Consent and privacy" words="What the tracker may store in a browser, and how long this server keeps data." />
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
    <SettingsForm title="Cookies" action="Save cookies" {...form}>
      <Select label="How visitors are recognised" options={modes} {...field('mode')} />
      <Select label="Consent manager" options={managers} {...field('consent_manager')} />
      <Days label="Cookie lifetime in days" {...field('cookie_lifetime_days')} />
      <Switch label="Respect Global Privacy Control" {...field('respect_gpc')} />
      <Switch label="Respect Do Not Track" {...field('respect_dnt')} />
    </SettingsForm>
  );
}

function OutreachForm() {
  const settings = useSettingsForm('outreach');
  if (!settings) return null;
  const { form, field } = settings;
  return (
    <SettingsForm title="Contact" action="Save contact" {...form}>
      <Switch
        label="Skip companies marked “Do not contact”"
        hint="Exports, alerts and webhooks leave them out."
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
    <SettingsForm title="Data" action="Save data" {...form}>
      <Select label="Store IP addresses" options={storages} {...field('ip_storage')} />
      <div className={formStyles.formRow}>
        <Days label="Days to keep IP addresses" {...field('ip_retention_days')} />
        <Days label="Days to keep visits" {...field('visit_retention_days')} />
      </div>
      <Switch label="Read web analytics ids" hint="Lets you match visits with your analytics." {...field('extract_analytics_ids')} />
      <Switch label="Read partner cookies" {...field('extract_partner_cookies')} />
      <Switch label="Capture e-mail addresses typed into forms" hint="Inform your visitors about it." {...field('capture_forms')} />
    </SettingsForm>
  );
}
