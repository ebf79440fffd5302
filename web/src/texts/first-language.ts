/** The languages of the application with their native names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** The local storage key of the language last used in this browser. */
export const languageKey = 'language';

/** The language until the user is known: the one last used in this browser, otherwise the preferred language of the browser. */
export function firstLanguage(): Language {
  const candidates = [localStorage.getItem(languageKey), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return candidates.find(isLanguage) ?? 'en';
}

export function isLanguage(value: string | null): value is Language {
  return value !== null && value in languages;
}
