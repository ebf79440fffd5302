import { trimEnd } from '../../lib/trim-end.ts';
import { recognizeFormat } from './formats/translate-records.ts';

/** No published directory has a longer header. */
const maxHeaderLength = 100_000;

/**
 * Turns quotes escaped by backslashes into doubled quotes, as RFC 4180 requires, in files of the published directories that have them.
 * Other files are returned unchanged, because a backslash is an ordinary character there.
 */
export async function* doubleEscapedQuotes(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let hasEscapes: boolean | null = null;
  let rest = '';
  for await (const chunk of chunks) {
    let text = rest + chunk;
    rest = '';
    if (hasEscapes === null) {
      const end = text.indexOf('\n');
      if (end < 0 && text.length < maxHeaderLength) {
        rest = text;
        continue;
      }
      hasEscapes = end >= 0 && isHeaderOfEscapes(text.slice(0, end));
    }
    if (hasEscapes && text.includes('\\')) {
      // The last backslash may escape the first character of the next chunk.
      if ((text.length - trimEnd(text, '\\').length) % 2 === 1) {
        rest = '\\';
        text = text.slice(0, -1);
      }
      text = text.replace(/\\["\\]/g, (escaped) => (escaped === '\\"' ? '""' : '\\'));
    }
    yield text;
  }
  yield rest;
}

function isHeaderOfEscapes(header: string): boolean {
  const columns = header.split(/[,;\t|]/).map((name) => name.replaceAll(/["\ufeff]/g, '').trim());
  return recognizeFormat(columns, [])?.hasBackslashEscapes ?? false;
}
