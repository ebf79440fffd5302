import type { CollectHeaders } from './collect-request.ts';

type PlainRequest = { headers: CollectHeaders; body: string };

/** The limit of node:http for the request line and the headers. */
const maxHeadBytes = 16 * 1024;
const emptyLine = Buffer.from('\r\n\r\n');
/** Only token names, visible characters and CRLF line ends, which all HTTP parsers read the same way. */
const wellFormed = /^(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*\r\n)+$/;

/**
 * Parses the simplest requests: a POST to one path with one Content-Length and no header that affects the connection. Returns
 * null for any other request, which is then left to node:http, and the length of the whole request while its body is still arriving.
 * Ambiguous requests are never parsed here, which rules out request smuggling.
 */
export class PlainRequestReader {
  readonly #firstLine: string;
  readonly #maxBodyBytes: number;

  constructor(path: string, maxBodyBytes: number) {
    this.#firstLine = `POST ${path} HTTP/1.1\r\n`;
    this.#maxBodyBytes = maxBodyBytes;
  }

  read(bytes: Buffer): PlainRequest | number | null {
    const headEnd = bytes.indexOf(emptyLine);
    if (headEnd === -1 || headEnd > maxHeadBytes) return null;
    const text = bytes.toString('latin1', 0, headEnd + 2);
    if (!text.startsWith(this.#firstLine)) return null;
    const head = text.slice(this.#firstLine.length);
    if (!wellFormed.test(head)) return null;
    const headers: CollectHeaders = {};
    const length = readHead(head, headers);
    if (length === null || length > this.#maxBodyBytes) return null;
    const bodyAt = headEnd + 4;
    const end = bodyAt + length;
    if (end > bytes.length) return end;
    // Pipelined requests need ordered responses; node:http takes care of that.
    if (end < bytes.length) return null;
    return { headers, body: bytes.toString('utf8', bodyAt, end) };
  }
}

const nameLengths = new Set(
  [
    'accept-language',
    'connection',
    'content-length',
    'expect',
    'host',
    'origin',
    'proxy-connection',
    'sec-ch-ua',
    'traceparent',
    'transfer-encoding',
    'upgrade',
    'user-agent',
    'x-forwarded-for',
  ].map(({ length }) => length),
);

/** Fills in the headers and returns the length of the body, or null if the request is not plain. */
function readHead(head: string, headers: CollectHeaders): number | null {
  let length: number | null = null;
  let hosts = 0;
  for (let index = 0; index < head.length; ) {
    const colon = head.indexOf(':', index);
    const end = head.indexOf('\r\n', colon);
    // The length of the name rules out most headers without allocating a string.
    const name = nameLengths.has(colon - index) ? head.slice(index, colon).toLowerCase() : '';
    index = end + 2;
    switch (name) {
      case 'content-length': {
        const text = headerValue(head, colon + 1, end);
        if (length !== null || !/^\d{1,7}$/.test(text)) return null;
        length = Number(text);
        break;
      }
      case 'host':
        hosts++;
        break;
      case 'accept-language':
      case 'origin':
      case 'sec-ch-ua':
      case 'traceparent':
      case 'user-agent':
      case 'x-forwarded-for':
        if (headers[name] !== undefined) return null;
        headers[name] = headerValue(head, colon + 1, end);
        break;
      // node:http treats these two headers alike.
      case 'connection':
      case 'proxy-connection':
        if (headerValue(head, colon + 1, end).toLowerCase() !== 'keep-alive') return null;
        break;
      case 'expect':
      case 'transfer-encoding':
      case 'upgrade':
        return null;
    }
  }
  return hosts === 1 ? length : null;
}

/** Trims only spaces and tabs, as HTTP specifies; `trim` would also remove other whitespace. */
function headerValue(head: string, from: number, to: number): string {
  let begin = from;
  let end = to;
  while (begin < end && (head[begin] === ' ' || head[begin] === '\t')) begin++;
  while (end > begin && (head[end - 1] === ' ' || head[end - 1] === '\t')) end--;
  return head.slice(begin, end);
}
