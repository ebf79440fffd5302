import type { Language } from './first-language.ts';
import type { FirstTexts, SettingsTexts } from './t.ts';

/** Translations of names and messages that the server sends in English, by their English text. */
type Translations = Record<string, string>;
export type FirstCatalog = { texts: FirstTexts; serverMessages?: Translations; industryNames?: Translations };
export type SettingsCatalog = {
  texts: SettingsTexts;
  importFindings?: Translations;
  operationNames?: Translations;
  serverMessages?: Translations;
  trackerFindings?: Translations;
};

/** The texts of each language. Only those of the current language are loaded. */
export const catalogs: Record<Language, { first: () => Promise<FirstCatalog>; settings: () => Promise<SettingsCatalog> }> = {
  en: { first: () => import('./en.ts'), settings: () => import('./en-settings.ts') },
  de: { first: () => import('./de.ts'), settings: () => import('./de-settings.ts') },
};
