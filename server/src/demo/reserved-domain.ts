/** A domain under `.example`, which nobody can register, so that no made-up address reaches a real person. */
export function reservedDomain(name: string): string {
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${label || 'company'}.example`;
}
