import type { Language } from './first-language.ts';

/** Shown if the application or its texts could not be loaded, so these are not in a catalog. */
export const loadErrorTexts: Record<Language, { message: string; reload: string }> = {
  en: { message: 'Leadlight could not be loaded. Check your connection.', reload: 'Reload' },
  de: { message: 'Leadlight konnte nicht geladen werden. Prüfen Sie Ihre Verbindung.', reload: 'Neu laden' },
};
