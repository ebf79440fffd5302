import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

/** The English name of a country, or null where the code names none. */
export function countryName(code: string | null): string | null {
  return code === null ? null : (countries.getName(code, 'en') ?? null);
}

/** The two letters of a country from its code or one of its English names, or null where they name none. */
export function countryCodeOf(text: string): string | null {
  const clean = text.trim();
  const upper = clean.toUpperCase();
  if (countries.isValid(upper)) return upper.length === 2 ? upper : (countries.toAlpha2(upper) ?? null);
  return countries.getAlpha2Code(clean, 'en') ?? null;
}

/** The English names of all countries by their codes. */
export function countryNames(): Record<string, string> {
  return countries.getNames('en', { select: 'official' });
}
