const known: Record<string, string> = { it_department: 'IT', hr_department: 'HR', c_level: 'C-level', vp: 'Vice president' };

/** A code of the interfaces as a reader says it. */
export function wordsOfCode(code: string): string {
  const words = code.replace(/_department$/, '').replaceAll('_', ' ');
  return known[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
