import { type Language, languages } from '../domain/users/user.ts';

/** Returns the available language that the browser prefers, or English. */
export function browserLanguage(acceptLanguage: string | undefined): Language {
  const preferences = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', weight = 'q=1'] = part.trim().toLowerCase().split(';');
    return { tag: tag.slice(0, 2), weight: Number(weight.trim().slice(2)) };
  });
  const available = preferences
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => languages.find((language) => language === tag));
  return available.find((language) => language !== undefined) ?? 'en';
}
