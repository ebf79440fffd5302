// Not the main module of the package, which would load the names in every language.
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

/** Returns the English name of a country, or null for an unknown code. */
export function countryName(code: string | null): string | null {
  return code === null ? null : (countries.getName(code, 'en') ?? null);
}

/** Returns the ISO code of a country given its code or an English name, or null. */
export function countryCodeOf(text: string): string | null {
  const clean = text.trim();
  const upper = clean.toUpperCase();
  if (countries.isValid(upper)) return upper.length === 2 ? upper : (countries.toAlpha2(upper) ?? null);
  return countries.getAlpha2Code(clean, 'en') ?? null;
}

/** Languages in which country names can be searched. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'cs',
  'sk',
  'hu',
  'sv',
  'da',
  'nb',
  'fi',
  'et',
  'lv',
  'lt',
  'ro',
  'bg',
  'hr',
  'sl',
  'el',
  'tr',
  'uk',
  'ru',
  'ar',
  'zh',
  'ja',
  'ko',
];

/** Returns the distinct names of a country in all `languages`. */
export function namesOfCountry(code: string): string[] {
  return [...new Set(getDisplayNames().flatMap((names) => names.of(code) ?? []))].filter((name) => name !== code);
}

let displayNames: Intl.DisplayNames[] | null = null;

function getDisplayNames(): Intl.DisplayNames[] {
  displayNames ??= languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }));
  return displayNames;
}

export function countryNames(): Record<string, string> {
  return countries.getNames('en', { select: 'official' });
}
