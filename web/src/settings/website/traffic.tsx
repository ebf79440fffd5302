import { Choice, Lines } from '../../ui/form-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { LeadIn } from '../settings-intro.tsx';
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
      <LeadIn
        title="Hostnames and exclusions"
        words="Which pages are yours, and whose visits do not count. What is excluded is counted on the data page, never kept."
      />
      <SettingsForm action="Save" onSave={save} error={error} isSaving={isSaving} mayChange={mayManage}>
        <Lines
          label="Hostnames"
          hint="One on each line. Without any, every page with your snippet counts."
          disabled={disabled}
          value={draft.hostnames}
          onChange={(hostnames) => set({ hostnames })}
        />
        <Lines
          label="Excluded addresses"
          hint="Addresses or blocks such as 203.0.113.0/24: your own office, for example."
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
          hint="Pages whose path begins so, such as /intranet."
          disabled={disabled}
          value={draft.excluded_paths}
          onChange={(excluded_paths) => set({ excluded_paths })}
        />
        <Choice
          label="A page is shown by"
          disabled={disabled}
          value={draft.page_name}
          choices={pageNames}
          onChange={(page_name) => set({ page_name: page_name as typeof draft.page_name })}
        />
      </SettingsForm>
    </>
  );
}
