import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

/** The English name of a country, or null where the code names none. */
export function countryName(code: string | null): string | null {
  return code === null ? null : (countries.getName(code, 'en') ?? null);
}
