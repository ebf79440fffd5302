export function companyDayKey(companyId: string, day: string): string {
  return `${companyId} ${day}`;
}
