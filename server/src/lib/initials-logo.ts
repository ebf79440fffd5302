import { createHash } from 'node:crypto';
import { firstOf } from './first-of.ts';

/** Background colors with a contrast of at least 4.5 to white. */
const colors = ['#b3261e', '#9c4a00', '#6b5e00', '#2e6b1f', '#00695c', '#00638f', '#3f51b5', '#6a3fa0', '#9a2c74', '#5d5f61'];

/**
 * Returns the path of the placeholder logo, which consists of the initials of the name and a color. The path contains everything shown,
 * so a request for it does not reveal which companies are known.
 */
export function initialsLogoPath(name: string): string {
  const color = createHash('sha256').update(name).digest().readUInt8() % colors.length;
  return `/logos/${encodeURIComponent(initialsOf(name))}-${color}.svg`;
}

/** Draws the logo for a file name from `initialsLogoPath`. Returns null if the file name is invalid. */
export function drawInitialsLogo(fileName: string): string | null {
  const [, initials, color] = /^([\p{L}\p{N}]{1,2})-(\d)\.svg$/u.exec(fileName) ?? [];
  if (initials === undefined) return null;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img">',
    `<rect width="64" height="64" rx="8" fill="${colors[Number(color)]}"/>`,
    '<text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="26" font-weight="600" ' +
      `text-anchor="middle" dominant-baseline="central">${initials}</text>`,
    '</svg>\n',
  ].join('');
}

function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => firstOf([...word]).toUpperCase());
  // In upper case, some letters become two (ß), or a letter and a combining character (ǰ), which `drawInitialsLogo` does not accept.
  const characters = letters.join('').match(/[\p{L}\p{N}]/gu) ?? [];
  return characters.slice(0, 2).join('') || '0';
}
