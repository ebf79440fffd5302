import { en } from './en.ts';
import { firstLanguage, isLanguage, type Language, languageKey } from './first-language.ts';
import type { Texts } from './t.ts';

const listeners = new Set<() => void>();
let language: Language = 'en';
let texts: Texts = en;
let serverMessages: Record<string, string> = {};
let industryNames: Record<string, string> = {};
let operationNames: Record<string, string> = {};
let locale = localeOf('en');

export const currentLanguage = () => language;
export const currentTexts = () => texts;
/** Messages of the server in this language, by their English text with placeholders. */
export const currentServerMessages = () => serverMessages;
/** The name of an industry of the directory, whose English name the server sends. */
export const industryName = (name: string) => industryNames[name] ?? name;
/** An operation of the versioned API, such as `retrieveCompanyIps`, in words. */
export const operationName = (id: string) => operationNames[id] ?? englishName(id);
/** The reader's locale for numbers and dates: the browser's variant of the language, such as de-AT, if it has one. */
export const currentLocale = () => locale;

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the texts of a language, then shows the application in it. */
export async function setLanguage(wanted: Language): Promise<void> {
  const german = wanted === 'de' ? await import('./de.ts') : null;
  texts = german?.de ?? en;
  serverMessages = german?.serverMessages ?? {};
  industryNames = german?.industryNames ?? {};
  operationNames = german?.operationNames ?? {};
  language = wanted;
  locale = localeOf(wanted);
  document.documentElement.lang = wanted;
  for (const listener of listeners) listener();
}

/** The user's language, or the browser's when the user has selected none. It is remembered for the sign-in page. */
export function languageOf(user: { language: string | null }): Language {
  if (!isLanguage(user.language)) {
    localStorage.removeItem(languageKey);
    return firstLanguage();
  }
  localStorage.setItem(languageKey, user.language);
  return user.language;
}

function englishName(id: string): string {
  const words = id
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/\b(ip|icp)(s?)\b/g, (_, short, s) => short.toUpperCase() + s);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function localeOf(wanted: Language): string {
  const own = typeof navigator === 'undefined' ? undefined : navigator.languages?.find((tag) => tag.slice(0, 2) === wanted);
  return own ?? wanted;
}
