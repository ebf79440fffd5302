import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Problem } from '../problem.ts';

/** First bytes of files that are not text, with the error message. */
const binarySignatures: [bytes: number[], reason: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'The file is a spreadsheet or a zip archive. Save the sheet as CSV, or unpack the archive.'],
  [[0x1f, 0x8b], 'The file is compressed with gzip. Unpack it first.'],
];
const byteOrderMarks: [bytes: number[], encoding: string][] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
const xmlSignature = /^(\xef\xbb\xbf)?\s*<(\?xml|[a-z]+(?::[a-z]*)?[ >])/i;
const maxSignatureLength = 4;
const lineFeed = 0x0a;

/**
 * Decodes the text of a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252 if the first non-ASCII characters are not UTF-8.
 * Spreadsheets save CSV files as Windows-1252 in Western languages.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array();
  let decode: ((bytes: Uint8Array) => string) | null = null;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (decode === null && rest.length < maxSignatureLength) continue;
    decode ??= decoderOf(rest);
    const end = rest.length - incompleteLength(rest);
    yield decode(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  if (rest.length > 0) yield (decode ?? decoderOf(rest))(rest);
}

function decoderOf(beginning: Uint8Array): (bytes: Uint8Array) => string {
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, index) => beginning[index] === byte);
  for (const [bytes, reason] of binarySignatures) if (startsWith(bytes)) throw new Problem('invalid_input', reason);
  for (const [bytes, encoding] of byteOrderMarks) if (startsWith(bytes)) return streamDecoder(encoding);
  const header = beginning.subarray(0, beginning.includes(lineFeed) ? beginning.indexOf(lineFeed) : beginning.length);
  if (header.includes(0)) throw new Problem('invalid_input', 'The file is not text. Save it as CSV or JSON, encoded as UTF-8.');
  if (xmlSignature.test(Buffer.from(header).toString('latin1')))
    throw new Problem('invalid_input', 'The file is XML or HTML. Use the CSV or JSON file of the publisher instead.');
  return utf8Decoder();
}

function streamDecoder(encoding: string): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes, { stream: true });
}

/** Switches to Windows-1252 at the first invalid chunk, unless non-ASCII text was valid before; then invalid bytes are replaced. */
function utf8Decoder(): (bytes: Uint8Array) => string {
  let hasNonAscii = false;
  let fallback: TextDecoder | null = null;
  return (bytes) => {
    if (fallback === null && !isUtf8(bytes)) fallback = new TextDecoder(hasNonAscii ? 'utf-8' : 'windows-1252', { ignoreBOM: true });
    if (fallback !== null) return fallback.decode(bytes);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    hasNonAscii ||= text.length !== bytes.length;
    return text;
  };
}

/** Number of trailing bytes that form an incomplete UTF-8 character. */
function incompleteLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes.at(-length) ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const characterLength = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length < characterLength ? length : 0;
  }
  return 0;
}
