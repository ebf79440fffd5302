import { Lines, Select } from '../../ui/form-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { useSettingsForm } from '../use-settings-form.ts';

const pageNames = [
  ['path', 'Its path, such as /pricing'],
  ['url', 'Its full address'],
  ['title', 'Its title'],
] as const;

export function TrafficPart() {
  const { draft, set, save, mayManage, error, isSaving } = useSettingsForm('processing');
  if (!draft) return null;
  const disabled = !mayManage;
  return (
    <>
      <SettingsIntro
        title="Hostnames and exclusions"
        words="Which websites are yours, and which visits to exclude. Excluded events are counted on the data flow page, never stored."
      />
      <SettingsForm action="Save" onSave={save} error={error} isSaving={isSaving} mayChange={mayManage}>
        <Lines
          label="Hostnames"
          hint="One on each line. Without any, every page with your snippet is tracked."
          disabled={disabled}
          value={draft.hostnames}
          onChange={(hostnames) => set({ hostnames })}
        />
        <Lines
          label="Excluded IP addresses"
          hint="Addresses or ranges such as 203.0.113.0/24: your own office, for example."
          disabled={disabled}
          value={draft.excluded_ips}
          onChange={(excluded_ips) => set({ excluded_ips })}
        />
        <Lines
          label="Excluded countries"
          hint="Two-letter codes such as DE."
          disabled={disabled}
          value={draft.excluded_countries}
          onChange={(countries) => set({ excluded_countries: countries.map((code) => code.toUpperCase()) })}
        />
        <Lines
          label="Excluded paths"
          hint="Path prefixes such as /intranet."
          disabled={disabled}
          value={draft.excluded_paths}
          onChange={(excluded_paths) => set({ excluded_paths })}
        />
        <Select
          label="Show pages by"
          disabled={disabled}
          value={draft.page_name}
          options={pageNames}
          onChange={(page_name) => set({ page_name: page_name as typeof draft.page_name })}
        />
      </SettingsForm>
    </>
  );
}
