import { Problem } from '../problem.ts';

export type Tag = { id: string; name: string; color: number; companyCount: number };

export const maxTags = 1000;
export const maxTagNameLength = 100;

export function checkTagName(name: string): string {
  const clean = name.trim().normalize('NFC');
  if (clean !== '' && clean.length <= maxTagNameLength) return clean;
  throw new Problem('invalid_input', {
    title: `The name of a tag must have 1 to ${maxTagNameLength} characters.`,
    attribute: 'name',
    parameter: 'name',
  });
}

export function checkTagColor(color: number): number {
  if (Number.isInteger(color) && color >= 0 && color <= 9) return color;
  throw new Problem('invalid_input', {
    title: 'The color must be a number from 0 to 9.',
    attribute: 'color',
    parameter: 'color',
  });
}
