type HtmlTag = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Position of the content. */
  end: number;
};

const blank = ' \t\n\f\r';

/** Removes comments. An unclosed comment extends to the end of the page, as in a browser. */
export function withoutComments(html: string): string {
  let kept = '';
  let at = 0;
  for (let begin = html.indexOf('<!--'); begin >= 0; begin = html.indexOf('<!--', at)) {
    kept += html.slice(at, begin);
    const end = html.indexOf('-->', begin + 4);
    if (end < 0) return kept;
    at = end + 3;
  }
  return kept + html.slice(at);
}

/** Finds opening tags with one of the names. Scans forward only, so the time is linear in the length of the page. */
export function findTags(html: string, names: readonly string[]): HtmlTag[] {
  const tags: HtmlTag[] = [];
  let at = html.indexOf('<');
  while (at >= 0) {
    const name = names.find((one) => isTagName(html, at + 1, one));
    if (name === undefined) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    const { attributes, end } = readAttributes(html, at + 1 + name.length);
    if (end < 0) break;
    tags.push({ name, attributes, end });
    at = html.indexOf('<', end);
  }
  return tags;
}

function isTagName(html: string, at: number, name: string): boolean {
  const end = at + name.length;
  return html.slice(at, end).toLowerCase() === name && end < html.length && `${blank}/>`.includes(html.charAt(end));
}

/** Returns the attributes of a tag and the position after it, or -1 if it is not closed. Of a repeated attribute, the first one counts. */
function readAttributes(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let at = from;
  const skip = (characters: string) => {
    while (at < html.length && characters.includes(html.charAt(at))) at++;
  };
  const readUntil = (characters: string) => {
    const begin = at;
    while (at < html.length && !characters.includes(html.charAt(at))) at++;
    return html.slice(begin, at);
  };
  while (at < html.length) {
    skip(`${blank}/`);
    if (html[at] === '>') return { attributes, end: at + 1 };
    // An equals sign at the start is part of the name.
    const first = html[at] === '=' ? '=' : '';
    at += first.length;
    const name = (first + readUntil(`${blank}/=>`)).toLowerCase();
    skip(blank);
    let value = '';
    if (html[at] === '=') {
      at++;
      skip(blank);
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        at++;
        value = readUntil(quote);
        at++;
      } else {
        value = readUntil(`${blank}>`);
      }
    }
    if (name !== '' && !attributes.has(name)) attributes.set(name, value.replaceAll('&amp;', '&'));
  }
  return { attributes, end: -1 };
}
