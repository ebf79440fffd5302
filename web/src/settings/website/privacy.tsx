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
  const { draft, set, save, mayManage, error, isSaving } = useSettingsForm('consent');
  if (!draft) return null;
  const disabled = !mayManage;
  return (
    <SettingsForm title="Cookies" action="Save cookies" onSave={save} error={error} isSaving={isSaving} mayChange={mayManage}>
      <Select
        label="How visitors are recognised"
        disabled={disabled}
        value={draft.mode}
        options={modes}
        onChange={(mode) => set({ mode: mode as typeof draft.mode })}
      />
      <Select
        label="Consent manager"
        disabled={disabled}
        value={draft.consent_manager}
        options={managers}
        onChange={(manager) => set({ consent_manager: manager as typeof draft.consent_manager })}
      />
      <Days
        label="Cookie lifetime in days"
        disabled={disabled}
        value={draft.cookie_lifetime_days}
        onChange={(cookie_lifetime_days) => set({ cookie_lifetime_days })}
      />
      <Switch
        label="Respect Global Privacy Control"
        disabled={disabled}
        value={draft.respect_gpc}
        onChange={(respect_gpc) => set({ respect_gpc })}
      />
      <Switch label="Respect Do Not Track" disabled={disabled} value={draft.respect_dnt} onChange={(respect_dnt) => set({ respect_dnt })} />
    </SettingsForm>
  );
}

function OutreachForm() {
  const { draft, set, save, mayManage, error, isSaving } = useSettingsForm('outreach');
  if (!draft) return null;
  return (
    <SettingsForm title="Contact" action="Save contact" onSave={save} error={error} isSaving={isSaving} mayChange={mayManage}>
      <Switch
        label="Skip companies marked “Do not contact”"
        hint="Exports, alerts and webhooks leave them out."
        disabled={!mayManage}
        value={draft.skip_do_not_contact}
        onChange={(skip_do_not_contact) => set({ skip_do_not_contact })}
      />
    </SettingsForm>
  );
}

function ProcessingForm() {
  const { draft, set, save, mayManage, error, isSaving } = useSettingsForm('processing');
  if (!draft) return null;
  const disabled = !mayManage;
  return (
    <SettingsForm title="Data" action="Save data" onSave={save} error={error} isSaving={isSaving} mayChange={mayManage}>
      <Select
        label="Store IP addresses"
        disabled={disabled}
        value={draft.ip_storage}
        options={storages}
        onChange={(storage) => set({ ip_storage: storage as typeof draft.ip_storage })}
      />
      <div className={formStyles.formRow}>
        <Days
          label="Days to keep IP addresses"
          disabled={disabled}
          value={draft.ip_retention_days}
          onChange={(ip_retention_days) => set({ ip_retention_days })}
        />
        <Days
          label="Days to keep visits"
          disabled={disabled}
          value={draft.visit_retention_days}
          onChange={(visit_retention_days) => set({ visit_retention_days })}
        />
      </div>
      <Switch
        label="Read web analytics ids"
        hint="Lets you match visits with your analytics."
        disabled={disabled}
        value={draft.extract_analytics_ids}
        onChange={(extract_analytics_ids) => set({ extract_analytics_ids })}
      />
      <Switch
        label="Read partner cookies"
        disabled={disabled}
        value={draft.extract_partner_cookies}
        onChange={(extract_partner_cookies) => set({ extract_partner_cookies })}
      />
      <Switch
        label="Capture e-mail addresses typed into forms"
        hint="Inform your visitors about it."
        disabled={disabled}
        value={draft.capture_forms}
        onChange={(capture_forms) => set({ capture_forms })}
      />
    </SettingsForm>
  );
}
