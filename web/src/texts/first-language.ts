/** The languages of the application, by their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Holds the language used last in this browser. */
export const languageKey = 'language';

/** The language before the user is known: the one used last in this browser, else the browser's own. */
export function firstLanguage(): Language {
  const candidates = [localStorage.getItem(languageKey), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return candidates.find(isLanguage) ?? 'en';
}

export function isLanguage(value: string | null): value is Language {
  return value !== null && value in languages;
}
