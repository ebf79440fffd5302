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
  const settings = useSettingsForm('processing');
  if (!settings) return null;
  const { form, field } = settings;
  const countries = field('excluded_countries');
  return (
    <>
      <SettingsIntro
        title="Hostnames and exclusions"
        words="Which websites are yours, and which visits to exclude. Excluded events are counted on the data flow page, never stored."
      />
      <SettingsForm action="Save" {...form}>
        <Lines label="Hostnames" hint="One on each line. Without any, every page with your snippet is tracked." {...field('hostnames')} />
        <Lines
          label="Excluded IP addresses"
          hint="Addresses or ranges such as 203.0.113.0/24: your own office, for example."
          {...field('excluded_ips')}
        />
        <Lines
          label="Excluded countries"
          hint="Two-letter codes such as DE."
          {...countries}
          onChange={(codes) => countries.onChange(codes.map((code) => code.toUpperCase()))}
        />
        <Lines label="Excluded paths" hint="Path prefixes such as /intranet." {...field('excluded_paths')} />
        <Select label="Show pages by" options={pageNames} {...field('page_name')} />
      </SettingsForm>
    </>
  );
}
