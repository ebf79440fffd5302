import { catalogs, type DashboardCatalog, type FirstCatalog, type SettingsCatalog } from './catalogs.ts';
import { firstLanguage, isLanguage, type Language, languageKey } from './first-language.ts';
import type { Texts } from './t.ts';

const listeners = new Set<() => void>();
let language: Language = 'en';
let wanted: Language = 'en';
const wantedParts = new Set<'dashboard' | 'settings'>();
let first: FirstCatalog | null = null;
let dashboard: DashboardCatalog | null = null;
let settings: SettingsCatalog | null = null;
let texts = {} as Texts;
let locale = localeOf('en');

export const currentLanguage = () => language;
export const currentTexts = () => texts;
/** Messages of the server in the current language, by their English text with placeholders. */
export const currentServerMessages = () => ({ ...first?.serverMessages, ...settings?.serverMessages });
/** Findings of imports in the current language, by their English text with placeholders. */
export const currentImportFindings = () => settings?.importFindings ?? {};
/** Findings of the tracker check in the current language, by their English text with placeholders. */
export const currentTrackerFindings = () => settings?.trackerFindings ?? {};
/** Translates the English name of an industry, as sent by the server. */
export const industryName = (name: string) => first?.industryNames?.[name] ?? name;
/** The name of an operation of the versioned API, such as `retrieveCompanyIps`. */
export const operationName = (id: string) => settings?.operationNames?.[id] ?? englishName(id);
/** The reader's locale for numbers and dates: the browser's variant of the language, such as de-AT, if it has one. */
export const currentLocale = () => locale;

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the texts of a language, then shows the application in it. */
export async function setLanguage(selected: Language): Promise<void> {
  await loadTexts(selected);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** Loads the texts of a language. Must have finished before the first text is shown. */
export async function loadTexts(selected: Language): Promise<void> {
  wanted = selected;
  const { size } = wantedParts;
  const catalog = catalogs[selected];
  const loaded = await Promise.all([
    catalog.first(),
    wantedParts.has('dashboard') ? catalog.dashboard() : null,
    wantedParts.has('settings') ? catalog.settings() : null,
  ]).catch((error) => {
    // Otherwise the next call of `loadTextsOf` would request this language again.
    if (wanted === selected) wanted = language;
    throw error;
  });
  // Another language or the texts of more pages were requested in the meantime.
  if (wanted !== selected || wantedParts.size !== size) return loadTexts(wanted);
  [first, dashboard, settings] = loaded;
  texts = { ...first.texts, ...dashboard?.texts, ...settings?.texts } as Texts;
  language = selected;
  locale = localeOf(selected);
}

/** Loads the texts that only some pages use. */
export function loadTextsOf(part: 'dashboard' | 'settings'): Promise<void> {
  wantedParts.add(part);
  return loadTexts(wanted);
}

/** The user's language, or the browser's if the user has not selected one. A selected language is remembered for the sign-in page. */
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

function localeOf(of: Language): string {
  const own = typeof navigator === 'undefined' ? undefined : navigator.languages?.find((tag) => tag.slice(0, 2) === of);
  return own ?? of;
}
