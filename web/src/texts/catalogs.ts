import type { Language } from './first-language.ts';
import type { DashboardTexts, FirstTexts, SettingsTexts } from './t.ts';

/** Translations of names and messages that the server sends in English, by their English text. */
type Translations = Record<string, string>;
export type FirstCatalog = { texts: FirstTexts; serverMessages?: Translations; industryNames?: Translations };
export type DashboardCatalog = { texts: DashboardTexts };
export type SettingsCatalog = {
  texts: SettingsTexts;
  importFindings?: Translations;
  operationNames?: Translations;
  serverMessages?: Translations;
  trackerFindings?: Translations;
};

type Catalogs = {
  first: () => Promise<FirstCatalog>;
  dashboard: () => Promise<DashboardCatalog>;
  settings: () => Promise<SettingsCatalog>;
};

/** The texts of each language. Only those of the current language and the opened pages are loaded. */
export const catalogs: Record<Language, Catalogs> = {
  en: { first: () => import('./en.ts'), dashboard: () => import('./en-dashboard.ts'), settings: () => import('./en-settings.ts') },
  de: { first: () => import('./de.ts'), dashboard: () => import('./de-dashboard.ts'), settings: () => import('./de-settings.ts') },
};
