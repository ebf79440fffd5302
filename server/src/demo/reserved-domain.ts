/** Returns a domain under `.example`, which cannot be registered, so that no fictional e-mail address belongs to a real person. */
export function reservedDomain(name: string): string {
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${label || 'company'}.example`;
}
