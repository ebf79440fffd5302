import type { FileReader, PageReader } from '../../domain/alerts/outgoing.ts';

const maxPageBytes = 2 * 1024 * 1024;

/** Loads a page whose URL a user supplied. */
export function pageReader(readFile: FileReader): PageReader {
  return async (url) => {
    const { content, ...page } = await readFile(url, { accept: 'text/html', maxBytes: maxPageBytes });
    return { ...page, html: content.toString('utf8') };
  };
}
