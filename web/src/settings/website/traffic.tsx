import { t } from '../../texts/t.ts';
import { textOptions } from '../../texts/text-options.ts';
import { Lines, Select } from '../../ui/form-fields.tsx';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { useSettingsForm } from '../use-settings-form.ts';

const pageNames = [
  ['path', 'websiteSettings.itsPathSuchAsPricing'],
  ['url', 'websiteSettings.itsFullAddress'],
  ['title', 'websiteSettings.itsTitle'],
] as const;

export function TrafficPart() {
  const settings = useSettingsForm('processing');
  if (!settings) return <CardSkeletons />;
  const { form, field } = settings;
  const countries = field('excluded_countries');
  return (
    <>
      <SettingsIntro title={t('websiteSettings.hostnamesAndExclusions')} words={t('websiteSettings.whichWebsitesAreYoursAnd')} />
      <SettingsForm action={t('common.save')} {...form}>
        <Lines label={t('websiteSettings.hostnames')} hint={t('websiteSettings.oneOnEachLineWithout')} {...field('hostnames')} />
        <Lines
          label={t('websiteSettings.excludedIpAddresses')}
          hint={t('websiteSettings.addressesOrRangesSuchAs')}
          {...field('excluded_ips')}
        />
        <Lines
          label={t('websiteSettings.excludedCountries')}
          hint={t('websiteSettings.twoLetterCodesSuchAs')}
          {...countries}
          onChange={(codes) => countries.onChange(codes.map((code) => code.toUpperCase()))}
        />
        <Lines
          label={t('websiteSettings.excludedPaths')}
          hint={t('websiteSettings.pathPrefixesSuchAsIntranet')}
          {...field('excluded_paths')}
        />
        <Select label={t('websiteSettings.showPagesBy')} options={textOptions(pageNames)} {...field('page_name')} />
      </SettingsForm>
    </>
  );
}
