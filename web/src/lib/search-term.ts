/**
 * What to search for: the text without spaces around it. A pasted web address is searched by its hostname without `www.`, because companies
 * are found by name and domain.
 */
export function searchTerm(text: string): string {
  const [, hostname] = /^\s*(?:https?:\/\/(?:www\.)?|www\.)([^\s/?#:]+)/i.exec(text) ?? [];
  return hostname ?? text.trim();
}
