const known: Record<string, string> = { it_department: 'IT', hr_department: 'HR', c_level: 'C-level', vp: 'Vice president' };

/** The display name of a code. */
export function codeLabel(code: string): string {
  const words = code.replace(/_department$/, '').replaceAll('_', ' ');
  return known[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
