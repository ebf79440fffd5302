import type { SenderHeaders } from './sender.ts';

type PlainRequest = { headers: SenderHeaders; body: string };

/** As much as the platform takes. */
const largestHead = 16 * 1024;
const emptyLine = Buffer.from('\r\n\r\n');
/** Names of tokens, values of visible characters, each line ended properly: what every reader of HTTP understands alike. */
const wellFormed = /^(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*\r\n)+$/;

/**
 * Reads requests that could not be plainer: a POST to one path, in one piece, its length told once, with nothing that changes
 * how the connection is used. Null for every other request, `incomplete` while the rest of the body is still to come. It is strict
 * on purpose: whatever two readers could understand differently is left to the parser of the platform.
 */
export class PlainRequestReader {
  readonly #firstLine: string;
  readonly #largestBody: number;

  constructor(path: string, largestBody: number) {
    this.#firstLine = `POST ${path} HTTP/1.1\r\n`;
    this.#largestBody = largestBody;
  }

  read(bytes: Buffer): PlainRequest | 'incomplete' | null {
    const headEnd = bytes.indexOf(emptyLine);
    if (headEnd === -1 || headEnd > largestHead) return null;
    const text = bytes.toString('latin1', 0, headEnd + 2);
    if (!text.startsWith(this.#firstLine)) return null;
    const head = text.slice(this.#firstLine.length);
    if (!wellFormed.test(head)) return null;
    const headers: SenderHeaders = {};
    const length = readHead(head, headers);
    if (length === null || length > this.#largestBody) return null;
    const bodyAt = headEnd + 4;
    const missing = bodyAt + length - bytes.length;
    if (missing > 0) return 'incomplete';
    // More than one request: their answers must keep their order, which is the platform's to do.
    if (missing < 0) return null;
    return { headers, body: bytes.toString('utf8', bodyAt, bodyAt + length) };
  }
}

const lengthsOfNames = new Set(
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

/** Fills in the headers of the sender and tells the length of the body; null when the request is not plain. */
function readHead(head: string, headers: SenderHeaders): number | null {
  let length: number | null = null;
  let hosts = 0;
  for (let at = 0; at < head.length; ) {
    const colon = head.indexOf(':', at);
    const end = head.indexOf('\r\n', colon);
    // Most headers are told apart from those that matter by the length of their names alone.
    const name = lengthsOfNames.has(colon - at) ? head.slice(at, colon).toLowerCase() : '';
    at = end + 2;
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
      // The platform's parser reads the second as the first.
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

/** The value without the spaces and tabs around it; `trim` would take away more than HTTP does. */
function headerValue(head: string, from: number, to: number): string {
  let begin = from;
  let end = to;
  while (begin < end && (head[begin] === ' ' || head[begin] === '\t')) begin++;
  while (end > begin && (head[end - 1] === ' ' || head[end - 1] === '\t')) end--;
  return head.slice(begin, end);
}
