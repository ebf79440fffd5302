import { Problem } from '../../problem.ts';

export const maxPasskeyNameLength = 100;

export function checkPasskeyName(name: string): string {
  const clean = name.trim();
  if (clean === '' || clean.length > maxPasskeyNameLength) {
    throw new Problem('invalid_input', {
      title: `The name of a passkey must have 1 to ${maxPasskeyNameLength} characters.`,
      parameter: 'name',
    });
  }
  return clean;
}
