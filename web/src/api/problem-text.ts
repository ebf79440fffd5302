import { currentImportFindings, currentLanguage, currentServerMessages, currentTrackerFindings } from '../texts/language.ts';
import { tCode } from '../texts/t.ts';

/** An error message in the reader's language. The server writes English; a message without a translation is replaced by a general one. */
export function problemText(kind: string, title: string): string {
  if (currentLanguage() === 'en') return title;
  return translateMessage(title, currentServerMessages()) ?? tCode('problem', kind, title);
}

/** A sentence of the tracker check in the reader's language, or in English if it has no translation. */
export function findingText(text: string): string {
  return translateMessage(text, currentTrackerFindings()) ?? text;
}

/** Why a file or one of its lines was rejected, in the reader's language, or in English if it has no translation. */
export function importFindingText(text: string): string {
  return translateMessage(text, currentImportFindings()) ?? text;
}

/** Translates a message with the patterns of a language, such as `A tag named "{name}" already exists.` */
export function translateMessage(message: string, patterns: Record<string, string>): string | null {
  for (const [pattern, translation] of Object.entries(patterns)) {
    const values = placeholderValues(pattern, message);
    if (values) return translation.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  }
  return null;
}

/** The values of a pattern's placeholders in a message, or null if the message has another form. */
function placeholderValues(pattern: string, message: string): Map<string, string> | null {
  const values = new Map<string, string>();
  const [start = '', ...parts] = pattern.split(/\{(\w+)\}/);
  if (!message.startsWith(start)) return null;
  let at = start.length;
  for (let next = 0; next < parts.length; next += 2) {
    const [name = '', literal = ''] = parts.slice(next, next + 2);
    const isLast = next + 2 === parts.length;
    const end = isLast && message.endsWith(literal) ? message.length - literal.length : message.indexOf(literal, at + 1);
    if (end <= at) return null;
    values.set(name, message.slice(at, end));
    at = end + literal.length;
  }
  return at === message.length ? values : null;
}
