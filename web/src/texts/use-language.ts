import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Language } from './first-language.ts';
import { currentLanguage, languageOf, onLanguageChange, setLanguage } from './language.ts';

/** The current language. Components that use it render again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage);
}

/**
 * Shows the application in the language of the user. Returns false while the texts are being loaded. If they cannot be loaded, the
 * application stays in the current language until the next start.
 */
export function useUserLanguage(user: { language: string | null } | undefined): boolean {
  const shown = useLanguage();
  const language = user ? languageOf(user) : shown;
  const [failed, setFailed] = useState<Language | null>(null);
  useEffect(() => {
    if (language !== currentLanguage()) setLanguage(language).catch(() => setFailed(language));
  }, [language]);
  return shown === language || failed === language;
}
