import { useFilterFields } from '../../feeds/filters.ts';
import { t } from '../../texts/t.ts';
import { textOptions } from '../../texts/text-options.ts';
import formStyles from '../../ui/form.module.css';
import { LinesField, Select } from '../../ui/form-fields.tsx';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import { Criterion } from '../leads/criterion.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { useSettingsForm } from '../use-settings-form.ts';

const pageNames = [
  ['path', 'websiteSettings.pageNamePath'],
  ['url', 'websiteSettings.pageNameUrl'],
  ['title', 'websiteSettings.pageNameTitle'],
] as const;

export function TrafficPage() {
  const settings = useSettingsForm('processing');
  const countryField = useFilterFields(true).find(({ name }) => name === 'country_code');
  if (!settings || !countryField) return <CardSkeletons />;
  const { form, field } = settings;
  const countries = field('excluded_countries');
  return (
    <>
      <SettingsIntro title={t('websiteSettings.hostnamesAndExclusions')} text={t('websiteSettings.trafficIntro')} />
      <SettingsForm action={t('common.save')} {...form}>
        <LinesField label={t('websiteSettings.hostnames')} hint={t('websiteSettings.hostnamesHint')} {...field('hostnames')} />
        <LinesField
          label={t('websiteSettings.excludedIpAddresses')}
          hint={t('websiteSettings.excludedAddressesHint')}
          {...field('excluded_ips')}
        />
        <fieldset className={formStyles.plainSet} disabled={countries.disabled}>
          <Criterion
            label={t('websiteSettings.excludedCountries')}
            options={countryField.options ?? []}
            values={countries.value}
            onChange={countries.onChange}
          />
        </fieldset>
        <LinesField label={t('websiteSettings.excludedPaths')} hint={t('websiteSettings.excludedPathsHint')} {...field('excluded_paths')} />
        <Select label={t('websiteSettings.showPagesBy')} options={textOptions(pageNames)} {...field('page_name')} />
      </SettingsForm>
    </>
  );
}
