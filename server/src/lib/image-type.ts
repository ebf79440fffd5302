export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/x-icon';

/** The first bytes in hexadecimal; a dot is any digit. */
const signatures: [ImageType, RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/x-icon', /^00000100(?!00)/],
];

/** The type of an image by its first bytes, regardless of its file name or declared content type. Null for anything else, such as SVG. */
export function imageTypeOf(content: Buffer): ImageType | null {
  const start = content.subarray(0, 16).toString('hex');
  return signatures.find(([, signature]) => signature.test(start))?.[0] ?? null;
}
